import { Severity } from '../../../contracts/finding.ts';
import type { RawFinding } from '../../findings/rule.ts';
import type { ReadSkill } from '../../skill/read-skill.ts';
import { type OutcomeOf, outcomeBudget } from './budget/outcome-budget.ts';
import { combine } from './combine.ts';
import { decodedText } from './decode/layers.ts';
import { flowSignals } from './flow/flow-signals.ts';
import { traceSkill } from './flow/trace-skill.ts';
import { hiddenSignals } from './hidden/hidden-signals.ts';
import { rejoined } from './hidden/invisible-text.ts';
import { judge, severityInContext } from './judge.ts';
import { ambiguousTexts } from './manifest/ambiguous-texts.ts';
import { missingScripts, opaqueFiles } from './manifest/file-signals.ts';
import { dynamicContextSignals, manifestSignals } from './manifest/manifest-signals.ts';
import {
  linkSignals,
  lookalikeSignals,
  packageSignals,
  requirementSignals,
} from './manifest/package-signals.ts';
import { pluginSignals } from './manifest/plugin-signals.ts';
import { startedCommands } from './manifest/started-commands.ts';
import { filledLinkSignals } from './patterns/link-patterns.ts';
import { patternSignals } from './patterns/pattern-signals.ts';
import { unparsedFlows } from './patterns/unparsed-flows.ts';
import { proseSignals } from './prose/prose-signals.ts';
import { readFiles } from './readings/read-files.ts';
import { identityOf } from './regions/identity.ts';
import { passageOf, passagesOf } from './regions/passage.ts';
import { plainValues } from './regions/plain-values.ts';
import { splitSkill } from './regions/split-skill.ts';
import type { RuleBook } from './rule-book.ts';
import { secretSignals } from './secrets/secret-signals.ts';
import type { SecurityRule } from './security-rule.ts';
import type { Signal } from './signal.ts';
import type { ScriptParser } from './syntax/script-parser.ts';

/** Splits a skill into regions once, in every way in which its bytes may be read, and judges every behaviour by the region that shows it. */
export function reviewSkill(skill: ReadSkill, parser: ScriptParser, rules: RuleBook): RawFinding[] {
  const readings = readFiles(skill, parser);
  const written = [...splitSkill(skill, readings), ...plainValues(skill, readings)];
  const instructed = readings.filter(({ isInstructed }) => isInstructed).map(({ file }) => file.path);
  const identity = identityOf(skill, written, new Set(instructed));
  const files = passagesOf(written);
  const { regions: decodedRegions, leftOut: notDecoded } = decodedText(files);
  const decoded = [...decodedRegions, ...files.flatMap(rejoined), ...startedCommands(skill)];
  const outcomeOf: OutcomeOf = (signal) => severityInContext(signal, identity, rules);
  const trace = traceSkill([...written, ...decoded], identity, parser);
  const unwritten = [...decoded, ...trace.inner];
  const passages = [...files, ...unwritten.map(passageOf)];
  const signals = [
    ...flowSignals(trace.graph, identity),
    ...[...written, ...unwritten].flatMap((region) =>
      proseSignals(region, { identity, claims: rules.claims, outcomeOf }),
    ),
    ...passages.flatMap((passage) =>
      patternSignals(passage, { identity, patterns: rules.patterns, outcomeOf }),
    ),
    ...files.flatMap(hiddenSignals),
    ...files.flatMap((file) => secretSignals(file, outcomeOf)),
    ...passages.flatMap((passage) => packageSignals(passage, identity, outcomeOf)),
    ...passages.flatMap(linkSignals),
    ...passages.flatMap((passage) => lookalikeSignals(passage, outcomeOf)),
    ...files.flatMap((file) => requirementSignals(file, identity, outcomeOf)),
    ...written.flatMap((region) => unparsedFlows(region, identity)),
    ...passages.flatMap((passage) => filledLinkSignals(passage, identity, outcomeOf)),
    ...files.flatMap(dynamicContextSignals),
    ...files.flatMap((file) => missingScripts(skill, file)),
    ...manifestSignals(skill, written),
    ...opaqueFiles(skill),
    ...ambiguousTexts(readings),
    ...pluginSignals(skill),
    ...unread(rules.get('security/partly-reviewed'), trace.leftOut),
    ...unread(rules.get('security/unreadable-script'), trace.givenUp),
    ...unread(rules.get('security/unreadable-script'), notDecoded, 'Encodes more text than can be decoded'),
  ];
  return worstOfEachPlace(
    combine(signals.filter(outcomeBudget(MAX_OF_A_KIND, outcomeOf)), rules).map((signal) =>
      judge(signal, identity, rules),
    ),
  );
}

/** Of each outcome; a report shows no more. */
const MAX_OF_A_KIND = 50;

/** Reports what was not analysed, so that nobody takes silence for innocence. */
function unread(
  { id, severity }: SecurityRule,
  region: Signal['region'] | null,
  title: string | null = null,
): Signal[] {
  if (region === null) return [];
  const place = { region, start: 0, end: 0 };
  return [
    { rule: id, severity, confidence: 'high', ...place, polarity: 'asserted', isConcrete: true, title },
  ];
}

/** Keeps the worst finding of a rule per line, and puts the worst first, because a report may be cut. */
function worstOfEachPlace(findings: readonly RawFinding[]): RawFinding[] {
  const sorted = findings.toSorted((a, b) => rank(a) - rank(b));
  const seen = new Set<string>();
  return sorted.filter(({ rule, file, line }) => {
    const key = `${rule.id} ${file}:${line}`;
    return seen.size < seen.add(key).size;
  });
}

function rank({ rule }: RawFinding): number {
  return Severity.options.indexOf(rule.severity);
}

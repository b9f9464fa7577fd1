import type { Severity } from '../../../contracts/finding.ts';
import type { RawFinding } from '../../findings/rule.ts';
import { positionAt } from '../../skill/text-file.ts';
import { contextOf, isExhibit, isIntroducedAsBad, isLesson, isNamedInCourse } from './regions/context.ts';
import type { Identity } from './regions/identity.ts';
import type { RuleBook } from './rule-book.ts';
import type { SecurityRule } from './security-rule.ts';
import type { Signal } from './signal.ts';

const SEVERITIES: readonly Severity[] = ['info', 'low', 'medium', 'high', 'critical'];

/** Adjusts the severity of a signal to its context. */
export function judge(signal: Signal, identity: Identity, rules: RuleBook): RawFinding {
  const rule = rules.get(signal.rule);
  const severity = severityInContext(signal, identity, rules);
  const { region, start, confidence, title } = signal;
  const offset = region.layers.length > 0 ? region.offset : region.offset + start;
  const { line, column } = positionAt(region.file, offset);
  return {
    rule: { ...rule, severity },
    ...(title === null ? {} : { title }),
    confidence,
    file: region.file.path,
    line,
    column,
    excerpt: excerpt(signal),
  };
}

export function severityInContext(signal: Signal, identity: Identity, rules: RuleBook): Severity {
  return lowered(signal.severity, stepsDown(signal, identity, rules.get(signal.rule)));
}

/** Concrete code keeps its severity under a warning heading, unless the skill is a lesson in security. */
function stepsDown(signal: Signal, identity: Identity, rule: SecurityRule): number {
  if (rule.holdsInAnyContext === true) return 0;
  const { region, start, polarity, isConcrete } = signal;
  const context = contextOf(region, start);
  const isFixture = context.isFixture && !(region.kind === 'script' && identity.runs(region.file.path));
  const place =
    (isFixture ? 2 : 0) + (context.isReference && !isConcrete && region.kind !== 'comment' ? 1 : 0);
  if (polarity === 'negated') return 4;
  if (polarity === 'mentioned') return place + (context.isWarnedOf || identity.teachesSecurity ? 3 : 2);
  if (isConcrete) return place + (isIntroducedAsBad(region) || isExhibit(region, identity) ? 2 : 0);
  const isCodeOfLesson = identity.teachesSecurity && region.kind === 'code';
  const isNamed = rule.isExplainedInCourses === true && isNamedInCourse(region, identity);
  const isTaught = context.isWarnedOf || isCodeOfLesson || isNamed || isLesson(region, context, identity);
  return place + (isTaught ? 2 : 0);
}

function lowered(severity: Severity, steps: number): Severity {
  return SEVERITIES[Math.max(0, SEVERITIES.indexOf(severity) - steps)] ?? 'info';
}

const MAX_EXCERPT = 240;

/** Decoded text comes first, because that is what a reader could not see. */
function excerpt({ region, start, end }: Signal): string {
  const text = lineOf(region.text, start, end);
  const layers = region.layers.map(({ encoding }) => encoding).join(', ');
  return layers === '' ? text : `(${layers}) ${text}`;
}

function lineOf(text: string, start: number, end: number): string {
  const from = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - MAX_EXCERPT / 2);
  const newline = text.indexOf('\n', Math.max(end - 1, start));
  const to = Math.min(newline === -1 ? text.length : newline, from + MAX_EXCERPT);
  return text.slice(from, to).trim();
}

import { type OutcomeOf, outcomeBudget } from '../budget/outcome-budget.ts';
import { hostOf } from '../known/hosts.ts';
import { polarityAround } from '../prose/polarity-around.ts';
import type { Identity } from '../regions/identity.ts';
import { type ProsePassage, type Spot, spotAt } from '../regions/passage.ts';
import { isProse, type Region } from '../regions/region.ts';
import type { Signal } from '../signal.ts';
import type { PatternIndex, SearchPattern } from './pattern-index.ts';

/** The limit in one text, for each outcome. */
const MAX_PER_PATTERN = 30;

type Terms = { identity: Identity; patterns: PatternIndex; outcomeOf: OutcomeOf };

/** Finds behaviours that show in the spelling of a piece of code. */
export function patternSignals(passage: ProsePassage, terms: Terms): Signal[] {
  return terms.patterns.candidates(passage.glance).flatMap((pattern) => signalsOf(pattern, passage, terms));
}

function signalsOf(pattern: SearchPattern, passage: ProsePassage, { identity, outcomeOf }: Terms): Signal[] {
  const isWithin = outcomeBudget(MAX_PER_PATTERN, outcomeOf);
  const signals: Signal[] = [];
  for (const match of passage.text.matchAll(pattern.pattern)) {
    const spot = spotAt(passage, match.index, match[0].length);
    const signal = spot === null ? null : signalAt(pattern, spot, identity);
    if (signal !== null && isWithin(signal)) signals.push(signal);
  }
  return signals;
}

function signalAt(pattern: SearchPattern, { region, start, end }: Spot, identity: Identity): Signal | null {
  const { rule, codeOnly, proseOnly, needs, unless } = pattern;
  if (codeOnly === true && isProse(region)) return null;
  if (proseOnly === true && !isProse(region)) return null;
  if (needs?.test(around(region.text, start)) === false) return null;
  const line = lineAt(region.text, start);
  if (unless?.test(line) === true) return null;
  const polarity = polarityIn(region, line, start, end - start);
  const severity =
    pattern.byHost === true ? severityByHost(line, pattern.severity, identity) : pattern.severity;
  return {
    rule,
    severity,
    confidence: 'medium',
    region,
    start,
    end,
    polarity,
    isConcrete: false,
    title: null,
  };
}

const COMMENTED = /^\s*(?:#|\/\/|\*)/;
const SHOWN =
  /\b(?:grep|echo|printf|assert|expect|re\.compile|pattern|regex|match)\b|\bprint\s{0,2}\(?\s{0,2}f?["']/i;
const PASSED_ON = /\||>>|\beval\b/;

/**
 * Running text may name a command to forbid it; code is there to be run, unless it is printed or tested for.
 */
function polarityIn(region: Region, line: string, start: number, length: number): Signal['polarity'] {
  if (!isProse(region)) {
    if (isDetectionRule(region)) return 'mentioned';
    const isShown = COMMENTED.test(line) || (SHOWN.test(line) && !PASSED_ON.test(line));
    return isShown ? 'mentioned' : 'asserted';
  }
  const polarity = polarityAround(region.text, start, length);
  return polarity === 'asserted' && region.kind === 'table' ? 'mentioned' : polarity;
}

const DETECTION_RULE =
  /^\s{0,4}(?:private\s{1,2})?(?:rule\s{1,3}\w{1,80}|detection\s{0,2}:|- rule\s{0,2}:)[\s\S]{0,4000}?\bcondition\s{0,2}:/m;

/**
 * The text tells a scanner what to look for. Code that a shell or an interpreter would run does not qualify.
 */
function isDetectionRule(region: Region): boolean {
  const { kind, language, text } = region;
  const isRunnable = language !== null && language !== 'data' && language !== 'other';
  if (kind === 'script' || isRunnable) return false;
  const isRule = known.get(region) ?? DETECTION_RULE.test(text);
  known.set(region, isRule);
  return isRule;
}

/** A region is searched once, however many signals it has. */
const known = new WeakMap<Region, boolean>();

const URL_IN_LINE = /(?:https?:\/\/)?[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}(?:\/[^\s'"`)|]{0,300})?/;

function severityByHost(line: string, severity: Signal['severity'], identity: Identity): Signal['severity'] {
  const url =
    /https?:\/\/[^\s'"`)|]{4,300}/.exec(line)?.[0] ??
    URL_IN_LINE.exec(line.replace(/Net\.WebClient|System\.Net/gi, ''))?.[0] ??
    '';
  const { standing } = hostOf(url, identity);
  if (standing === 'well-known' || standing === 'local') return 'low';
  return standing === 'related' || standing === 'unknown' ? 'medium' : severity;
}

const MAX_AROUND = 8000;

function around(text: string, at: number): string {
  return text.length <= MAX_AROUND ? text : text.slice(Math.max(0, at - MAX_AROUND / 2), at + MAX_AROUND / 2);
}

function lineAt(text: string, at: number): string {
  const from = text.lastIndexOf('\n', at) + 1;
  const newline = text.indexOf('\n', at);
  return text.slice(Math.max(from, at - 500), Math.min(newline === -1 ? text.length : newline, at + 500));
}

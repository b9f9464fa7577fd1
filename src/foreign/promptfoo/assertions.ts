import type { z } from 'zod';
import type { GraderSpec } from '../../contracts/grader-spec.ts';
import { judged } from '../drafting/judged.ts';
import { oneLine } from '../drafting/one-line.ts';
import { judgedPattern, saysAll, saysAny, saysNone, saysPattern } from '../drafting/said.ts';
import type { Assert } from './promptfoo-schema.ts';

type Grader = z.input<typeof GraderSpec>;
export type Note = (effect: 'dropped' | 'changed', detail: string) => void;

const EXACT = { ignoresCase: false };
const ANY_CASE = { ignoresCase: true };

const TEXTUAL: Readonly<Record<string, (texts: readonly string[]) => Grader>> = {
  contains: (texts) => saysAll(texts, EXACT),
  icontains: (texts) => saysAll(texts, ANY_CASE),
  'contains-all': (texts) => saysAll(texts, EXACT),
  'icontains-all': (texts) => saysAll(texts, ANY_CASE),
  'contains-any': (texts) => saysAny(texts, EXACT),
  'icontains-any': (texts) => saysAny(texts, ANY_CASE),
  'not-contains': (texts) => saysNone(texts, EXACT),
  'not-icontains': (texts) => saysNone(texts, ANY_CASE),
  'not-contains-any': (texts) => saysNone(texts, EXACT),
  'not-icontains-any': (texts) => saysNone(texts, ANY_CASE),
};
const JUDGED = new Set([
  'llm-rubric',
  'g-eval',
  'model-graded-closedqa',
  'factuality',
  'model-graded-factuality',
  'agent-rubric',
]);
const OF_AGENT = /^(?:not-)?(?:skill-used|trajectory:.*|trace-.*|tool-call.*|is-valid-openai-tools-call)$/;

/** What an assertion comes to; nothing if it cannot be decided. `fill` puts the variables of the test in. */
export function gradersOf(assertion: Assert, fill: (text: string) => string, note: Note): Grader[] {
  const { type, value } = assertion;
  const texts = textsIn(value).map(fill);
  const textual = Object.hasOwn(TEXTUAL, type) ? TEXTUAL[type] : undefined;
  if (textual !== undefined && texts.length > 0 && !texts.includes('')) return [textual(texts)];
  const [first] = texts;
  if (type === 'equals' && first !== undefined)
    return [{ kind: 'answer', title: 'The answer is as expected', equals: first }];
  if ((type === 'regex' || type === 'not-regex') && first !== undefined)
    return matching(first, type === 'regex', note);
  if (JUDGED.has(type) && texts.length > 0)
    return judged(
      oneLine(`A model judges: ${first ?? ''}`, 'A model judges'),
      texts.map((text) => text.trim()),
    );
  note('dropped', reasonFor(type));
  return [];
}

function textsIn(value: unknown): string[] {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : []));
}

function matching(pattern: string, isWanted: boolean, note: Note): Grader[] {
  const exact = saysPattern(pattern, { isWanted });
  if (exact !== null) return [exact];
  const left = judgedPattern(pattern, isWanted);
  note('changed', left.detail);
  return left.graders;
}

function reasonFor(type: string): string {
  if (OF_AGENT.test(type))
    return 'How an agent works is not compared: a run says itself whether the skill was used.';
  if (/^(?:not-)?(?:javascript|python|ruby|webhook)$/.test(type))
    return 'Code of an assertion is not run. Write a grader for what it checks.';
  if (type === 'cost' || type === 'latency')
    return 'Costs and times are compared, and fail no task. Its limits can.';
  return `Nothing here decides an assertion of the type "${oneLine(type, '')}".`;
}

import type { z } from 'zod';
import { patternFault } from '../../base/compile-pattern.ts';
import type { GraderSpec } from '../../contracts/grader-spec.ts';
import { judged } from './judged.ts';
import { oneLine } from './one-line.ts';

type Grader = z.input<typeof GraderSpec>;
type Options = { ignoresCase: boolean };

/** The answer holds all of these texts. */
export function saysAll(texts: readonly string[], { ignoresCase }: Options): Grader {
  const title = oneLine(`The answer contains ${listOf(texts)}`, 'The answer says it');
  return { kind: 'answer', title, contains: [...texts], ignore: differences(ignoresCase) };
}

/** The answer holds one of these texts. */
export function saysAny(texts: readonly string[], options: Options): Grader {
  const graders = texts.map((text) => saysAll([text], options));
  const [only, another] = graders;
  if (only !== undefined && another === undefined) return only;
  const title = oneLine(`The answer contains ${listOf(texts, 'or')}`, 'The answer says one of them');
  return { kind: 'group', title, atLeast: 1, graders: graders.filter((one) => one.kind === 'answer') };
}

/** The answer holds none of these texts. */
export function saysNone(texts: readonly string[], { ignoresCase }: Options): Grader {
  const title = oneLine(`The answer does not contain ${listOf(texts, 'or')}`, 'The answer does not say it');
  return { kind: 'answer', title, lacks: [...texts], ignore: differences(ignoresCase) };
}

/**
 * The grader that an assertion with a pattern becomes; `null` if RE2 does not know it. As in most tools, `^` and `$` are the ends of the
 * answer.
 */
export function saysPattern(
  pattern: string,
  { isWanted, ignoresCase = false }: { isWanted: boolean; ignoresCase?: boolean },
): Grader | null {
  const literal = textsOf(pattern);
  if (literal !== null) {
    const options = { ignoresCase: ignoresCase || literal.ignoresCase };
    return isWanted ? saysAny(literal.texts, options) : saysNone(literal.texts, options);
  }
  const whole = `(?${ignoresCase ? 'i' : ''}-m:${pattern})`;
  if (patternFault(pattern) !== null || patternFault(whole) !== null) return null;
  const title = oneLine(
    `The answer ${isWanted ? 'matches' : 'does not match'} ${pattern}`,
    'The answer matches',
  );
  return { kind: 'answer', title, ...(isWanted ? { matches: [whole] } : { matchesNone: [whole] }) };
}

/** What is left of such an assertion if no pattern can decide it. */
export function judgedPattern(pattern: string, isWanted: boolean): { detail: string; graders: Grader[] } {
  const claim = `The answer ${isWanted ? 'matches' : 'does not match'} the regular expression ${pattern}`;
  const detail = 'RE2 does not know this pattern: a model judges whether the answer matches it.';
  return { detail, graders: judged(oneLine(claim, ''), [claim]) };
}

function differences(ignoresCase: boolean): ('case' | 'spaces')[] {
  return ignoresCase ? ['case', 'spaces'] : ['spaces'];
}

function listOf(texts: readonly string[], word = 'and'): string {
  const quoted = texts.map((text) => `"${text}"`);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} ${word} ${last}`;
}

/** The texts of which a pattern matches any and nothing else; `null` if it is more than a list of them. */
function textsOf(pattern: string): { texts: string[]; ignoresCase: boolean } | null {
  const ignoresCase = pattern.startsWith('(?i)');
  const plain = ignoresCase ? pattern.slice('(?i)'.length) : pattern;
  const inner = /^\((?:\?:)?([^()]*)\)$/.exec(plain)?.[1] ?? plain;
  const texts = inner
    .split('|')
    .map((text) => text.replace(/\\([.+*?()[\]{}|/\\-])/g, (_, mark) => `\0${MARKS.indexOf(mark)}.`));
  if (texts.some((text) => text === '' || /[\\^$.+*?()[\]{}]/.test(text.replace(/\0\d+\./g, ''))))
    return null;
  const literal = (text: string) => text.replace(/\0(\d+)\./g, (_, at) => MARKS.charAt(Number(at)));
  return { texts: texts.map(literal), ignoresCase };
}

const MARKS = '.+*?()[]{}|/\\-';

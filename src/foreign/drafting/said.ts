import type { z } from 'zod';
import type { GraderSpec } from '../../contracts/grader-spec.ts';
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

function differences(ignoresCase: boolean): ('case' | 'spaces')[] {
  return ignoresCase ? ['case', 'spaces'] : ['spaces'];
}

function listOf(texts: readonly string[], word = 'and'): string {
  const quoted = texts.map((text) => `"${text}"`);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} ${word} ${last}`;
}

/** The texts of which a pattern matches any and nothing else; `null` if it is more than a list of them. */
export function textsOf(pattern: string): { texts: string[]; ignoresCase: boolean } | null {
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

import { z } from 'zod';
import { shellQuote } from '../../base/shell-quote.ts';
import type { GraderSpec } from '../../contracts/grader-spec.ts';
import { innerPath } from '../drafting/inner-path.ts';
import { oneLine } from '../drafting/one-line.ts';
import { judgedPattern, saysAll, saysNone, saysPattern } from '../drafting/said.ts';

export const Assertion = z.strictObject({
  type: z.string().min(1),
  value: z.string().nullish(),
  pattern: z.string().nullish(),
  path: z.string().nullish(),
});
type Assertion = z.infer<typeof Assertion>;

type Grader = z.input<typeof GraderSpec>;
export type Note = (effect: 'dropped' | 'changed', detail: string) => void;

const GLOB = /[*?[{]/;
const SAME_CASE = { ignoresCase: true };

/** What an assertion comes to; nothing if it cannot be decided. */
export function gradersOf(assertion: Assertion, note: Note): Grader[] {
  const { type, path } = assertion;
  const text = assertion.value ?? assertion.pattern ?? null;
  if (type.startsWith('output_'))
    return text === null || text === '' ? lacking(note, 'a value') : answerGrader(type, text, note);
  if (type.startsWith('file_'))
    return path == null ? lacking(note, 'a path') : fileGrader(type, path, text, note);
  const detail =
    type === 'exit_success'
      ? 'An agent that does not finish has failed anyway.'
      : `Nothing is known of the assertion "${oneLine(type, '')}".`;
  note('dropped', detail);
  return [];
}

function lacking(note: Note, what: string): [] {
  note('dropped', `It says nothing without ${what}.`);
  return [];
}

function answerGrader(type: string, text: string, note: Note): Grader[] {
  if (type === 'output_contains') return [saysAll([text], SAME_CASE)];
  if (type === 'output_not_contains') return [saysNone([text], SAME_CASE)];
  if (type !== 'output_matches' && type !== 'output_not_matches') return unknown(type, note);
  const isWanted = type === 'output_matches';
  const exact = saysPattern(text, { isWanted, ...SAME_CASE });
  if (exact !== null) return [exact];
  const left = judgedPattern(text, isWanted);
  note('changed', left.detail);
  return left.graders;
}

function unknown(type: string, note: Note): [] {
  note('dropped', `Nothing is known of the assertion "${oneLine(type, '')}".`);
  return [];
}

function fileGrader(type: string, given: string, text: string | null, note: Note): Grader[] {
  const path = innerPath(given);
  if (path === null) return lacking(note, 'a path in the workspace');
  const isGlob = GLOB.test(path);
  const shown = oneLine(path, 'a file');
  if (type === 'file_exists') {
    const title = `There is ${shown}`;
    return [isGlob ? byGlob(path, title, FOUND) : { kind: 'file-content', title, path, matches: '^' }];
  }
  if (type === 'file_not_exists') {
    const title = `There is no ${shown}`;
    return [isGlob ? byGlob(path, title, NONE) : { kind: 'file-content', title, path, absent: true }];
  }
  if (type !== 'file_contains') return unknown(type, note);
  if (text === null || text === '') return lacking(note, 'a value');
  const title = oneLine(`${shown} contains "${text}"`, shown);
  if (!isGlob) return [{ kind: 'text', title, path, contains: [text], ignore: [] }];
  return [byGlob(path, title, `grep -qsF -e ${shellQuote(text)} -- "\${found[@]}"`)];
}

const FOUND = 'test -n "$found"';
const NONE = 'test -z "$found"';

/** The names of files that an agent leaves are words of a list here, and never part of a command. */
function byGlob(pattern: string, title: string, test: string): Grader {
  const parts = pattern.match(/[*?[\]{},]+|[^*?[\]{},]+/g) ?? [];
  const quoted = parts.map((part) => (/^[*?[\]{},]/.test(part) ? part : shellQuote(part))).join('');
  return {
    kind: 'command-exit',
    title,
    command: `shopt -s globstar nullglob dotglob; found=(./${quoted}); ${test}`,
  };
}

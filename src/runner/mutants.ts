import { isUtf8 } from 'node:buffer';
import { extname } from 'node:path';
import { digestOf } from '../base/digest.ts';
import { HOME, WORKSPACE } from '../contracts/sandbox-places.ts';
import { filesIn, madeAndKept, shown, withFile } from './altered-work.ts';
import type { Work } from './solve-task.ts';

/** A wrong version of a solution. */
export type Mutant = {
  /** What is wrong with it, as in "out/table.csv is empty". */
  what: string;
  work: Work;
  /** Whether graders should fail it: it spoils what the solution made. */
  isWrong: boolean;
  /**
   * What it shows if graders pass it: `done-anyway` has what is not to be made in this case, `recited` only repeats what
   * the user said, and `unrelated` and `nothing` say nothing about the task at all.
   */
  kind?: 'done-anyway' | 'recited' | 'unrelated' | 'nothing';
};

/** A suite that leaves more files has the first of them tried. */
const MOST_OUTPUTS = 12;
const MOST_INPUTS = 6;
const STRAYS = [`${WORKSPACE}/left-over.tmp`, `${HOME}/left-over.tmp`];
const LEFT_OVER = Buffer.from('left over\n');
/** How files begin in which a byte may belong to no value. */
const SPARSE = [
  // See section 1.3.1 of https://sqlite.org/fileformat2.html.
  Buffer.from('SQLite format 3\0'),
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  Buffer.from('\xff\xd8\xff', 'latin1'),
  Buffer.from('%PDF-'),
];

/**
 * Spoils what a solution made, one thing at a time. Whatever passes all the same is something that no grader
 * looks at. Paths are those below the workspace: `judged` are files that graders look at, and `named` those that an
 * edge case speaks of.
 */
export function mutantsOf(work: Work, judged: readonly string[], named: readonly string[] = []): Mutant[] {
  const { made, kept } = madeAndKept(work);
  return [
    ...made.slice(0, MOST_OUTPUTS).flatMap(({ path }) => spoiled(work, path)),
    ...restored(work),
    ...uncalledFor(work, judged),
    ...doneAnyway(work, judged, named),
    ...work.answers.flatMap((answer) => otherAnswers(work, answer)),
    ...kept
      .filter(({ path }) => work.after.contents.get(path)?.length !== 0)
      .slice(0, MOST_INPUTS)
      .map(({ path }) => ({
        what: `${shown(path)}, which was given, is empty`,
        work: withFile(work, path, EMPTY),
        isWrong: made.length === 0,
        // It shows nothing about what was to be done.
        kind: 'nothing' as const,
      })),
    ...STRAYS.map((path) => ({
      ...{ what: 'another file is left behind', work: withFile(work, path, LEFT_OVER), isWrong: false },
    })),
  ];
}

const EMPTY = new Uint8Array();

function spoiled(work: Work, path: string): Mutant[] {
  const content = work.after.contents.get(path) ?? EMPTY;
  const stale = staleFor(work, path);
  const half = content.subarray(0, Math.floor(content.length / 2));
  const other = isSparse(content) ? content : withOneValueChanged(content);
  const versions: [string, Uint8Array | null][] = [
    ['is missing', null],
    ['is empty', EMPTY],
    ['is cut in half', half],
    ['has one value changed', other],
    ...(stale === null ? [] : [[`is a copy of ${shown(stale.path)}`, stale.content] as [string, Uint8Array]]),
  ];
  const seen = new Set([digestOf(content)]);
  return versions.flatMap(([problem, bytes]) => {
    const digest = bytes === null ? 'sha256:none' : digestOf(bytes);
    if (seen.has(digest)) return [];
    seen.add(digest);
    const isNothing = bytes === null || bytes.length === 0;
    return [
      {
        ...{ what: `${shown(path)} ${problem}`, work: withFile(work, path, bytes), isWrong: true },
        ...(isNothing ? { kind: 'nothing' as const } : {}),
      },
    ];
  });
}

function isSparse(content: Uint8Array): boolean {
  return SPARSE.some((start) => start.equals(content.subarray(0, start.length)));
}

/** What somebody would leave who did nothing: the file as it was, or an input that looks like the output. */
function staleFor({ before }: Work, path: string): { path: string; content: Uint8Array } | null {
  const inputs = filesIn(before);
  const own = inputs.find((entry) => entry.path === path);
  const like = own ?? inputs.find((entry) => extname(entry.path) === extname(path));
  const content = like === undefined ? undefined : before.contents.get(like.path);
  return like === undefined || content === undefined ? null : { path: like.path, content };
}

/** What graders look at is there, though the solution has another way. */
function uncalledFor(work: Work, judged: readonly string[]): Mutant[] {
  const paths = judged.map((path) => `${WORKSPACE}/${path}`);
  const absent = paths.filter((path) => work.after.entries.every((entry) => entry.path !== path));
  return [...new Set(absent)].map((path) => ({
    what: `${shown(path)}, which the solution does not make, is there`,
    work: withFile(work, path, staleFor(work, path)?.content ?? LEFT_OVER),
    isWrong: true,
  }));
}

/**
 * Where an edge case speaks of a file that neither is given nor made, it is the file that is not to be made. A
 * grader that looks at it has its own say.
 */
function doneAnyway(work: Work, judged: readonly string[], named: readonly string[]): Mutant[] {
  const paths = [...work.before.entries, ...work.after.entries].map((entry) => entry.path);
  const isThere = (name: string) => paths.some((path) => path.endsWith(`/${name}`));
  const others = named.filter((name) => !isThere(name) && !judged.includes(name));
  return uncalledFor(work, others).map((mutant) => ({ ...mutant, kind: 'done-anyway' }));
}

function restored(work: Work): Mutant[] {
  const left = new Set(work.after.entries.map(({ path }) => path));
  const gone = filesIn(work.before).filter(({ path }) => !left.has(path));
  return gone.slice(0, MOST_OUTPUTS).map(({ path }) => ({
    what: `${shown(path)}, which the solution removes, is still there`,
    work: withFile(work, path, work.before.contents.get(path) ?? EMPTY),
    isWrong: true,
  }));
}

function otherAnswers(work: Work, answer: string): Mutant[] {
  const other = Buffer.from(withOneValueChanged(Buffer.from(answer))).toString();
  const answers = { 'the answer is empty': '', 'the answer has one value changed': other };
  return Object.entries(answers)
    .filter(([, text]) => text !== answer)
    .map(([what, text]) => ({
      ...{ what, work: { ...work, answers: [text] }, isWrong: true },
      ...(text === '' ? { kind: 'nothing' as const } : {}),
    }));
}

/** Changes the last number of a text, or else its last letter; of other bytes, the one in the middle. */
function withOneValueChanged(content: Uint8Array): Uint8Array {
  if (content.length === 0) return content;
  if (!isUtf8(content)) return withByteChanged(content, Math.floor(content.length / 2));
  const text = Buffer.from(content).toString();
  const at = Math.max(text.search(/\d\D*$/), 0) || text.search(/\p{L}\P{L}*$/u);
  if (at < 0) return Buffer.from(`${text}x`);
  const old = text.charAt(at);
  const other = /\d/.test(old) ? String((Number(old) + 1) % 10) : old === 'x' ? 'y' : 'x';
  return Buffer.from(`${text.slice(0, at)}${other}${text.slice(at + 1)}`);
}

function withByteChanged(content: Uint8Array, at: number): Uint8Array {
  const changed = Uint8Array.from(content);
  changed[at] = (changed[at] ?? 0) ^ 0xff;
  return changed;
}

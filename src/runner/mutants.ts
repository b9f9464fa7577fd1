import { extname } from 'node:path';
import { digestOf } from '../base/digest.ts';
import { HOME, WORKSPACE } from '../contracts/sandbox-places.ts';
import { filesIn, madeAndKept, shown, withFile, withOldRepository } from './altered-work.ts';
import { MOST_VALUES_OF_FILE, type OtherValues } from './change-outputs.ts';
import { changeText } from './other-values/change-text.ts';
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
   * the user said, and `unrelated` and `nothing` say nothing about the task at all. `hollow` work has nothing of the
   * task's either: all of it is empty, or a few words of the prompt.
   */
  kind?: 'done-anyway' | 'recited' | 'unrelated' | 'hollow' | 'nothing';
};

/** A suite that leaves more files has the first of them tried. */
const MOST_OUTPUTS = 12;
const MOST_INPUTS = 6;
const STRAYS = [`${WORKSPACE}/left-over.tmp`, `${HOME}/left-over.tmp`];
const LEFT_OVER = Buffer.from('left over\n');
/**
 * Spoils what a solution made, one thing at a time. Whatever passes all the same is something that no grader
 * looks at. Paths are those below the workspace: `judged` are files that graders look at, and `named` those that an
 * edge case speaks of. `others` are versions of files with another value.
 */
export function mutantsOf(work: Work, { judged, named = [], others = new Map() }: MutantOptions): Mutant[] {
  const { made, kept } = madeAndKept(work);
  return [
    ...made.slice(0, MOST_OUTPUTS).flatMap(({ path }) => spoiled(work, path)),
    ...withOtherValues(work, others),
    ...restored(work),
    ...uncommitted(work),
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

type MutantOptions = { judged: readonly string[]; named?: readonly string[]; others?: OtherValues };

const EMPTY = new Uint8Array();

/** Beside a database may be what was not yet written to it, which would be lost or come back. */
const BESIDE = ['-wal', '-shm'];

function withOtherValues(work: Work, others: OtherValues): Mutant[] {
  return [...others].flatMap(([path, versions]) =>
    versions.map(({ what, bytes }) => {
      const alone = BESIDE.reduce((left, ending) => withFile(left, `${path}${ending}`, null), work);
      return { what: `${shown(path)} ${what}`, work: withFile(alone, path, bytes), isWrong: true };
    }),
  );
}

function spoiled(work: Work, path: string): Mutant[] {
  const content = work.after.contents.get(path) ?? EMPTY;
  const stale = staleFor(work, path);
  const half = content.subarray(0, Math.floor(content.length / 2));
  const versions: [string, Uint8Array | null][] = [
    ['is missing', null],
    ['is empty', EMPTY],
    ['is cut in half', half],
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

/** What the solution did to its repository is one thing: what a program keeps there has a meaning only together. */
function uncommitted(work: Work): Mutant[] {
  const undone = withOldRepository(work);
  if (undone === null) return [];
  return [{ what: 'the git repository is as it was', work: undone, isWrong: true, kind: 'nothing' }];
}

/** Around the number that is asked for, anybody may say what they like. */
function otherAnswers(work: Work, answer: string): Mutant[] {
  const empty = { what: 'the answer is empty', work: { ...work, answers: [''] }, isWrong: true };
  return [
    ...(answer === '' ? [] : [{ ...empty, kind: 'nothing' as const }]),
    ...changeText(answer, MOST_VALUES_OF_FILE, { words: 'if no numbers' }).map(({ what, bytes }) => ({
      ...{ what: `the answer ${what}`, work: { ...work, answers: [Buffer.from(bytes).toString()] } },
      isWrong: true,
    })),
  ];
}

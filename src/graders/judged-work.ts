import { bothEnds } from '../base/both-ends.ts';
import type { RubricGrader } from '../contracts/rubric-grader.ts';
import { WORKSPACE } from '../contracts/sandbox-places.ts';
import { Pace } from '../threads/pace.ts';
import type { GradingContext } from './grader.ts';
import { isInside, placeOf, placesToJudge } from './places-to-judge.ts';
import type { CollectedWork, Unseen } from './rubric/blind-work.ts';
import { type EndLimits, endsOf } from './rubric/ends-of.ts';
import { Shortlist } from './rubric/shortlist.ts';
import type { Part } from './rubric/work.ts';
import { workspaceFile } from './workspace-file.ts';

/** The limits in characters on what a judge is shown; models read about four of them as a token. */
const MOST_IN_ALL = 120_000;
const MOST_IN_PART = 40_000;
const MOST_IN_NAME = 200;
const MOST_FILES = 100;
/** Names of files are shown up to here. */
const MOST_NAMED = 40;
/** The weight of files after which the other trials get a turn: a file weighs as much as so many of its bytes. */
const PORTION = 512 * 1024;
const FILE_WEIGHT = 4096;

/** The most that is shown of one text. */
const LONGEST = limitsIn(MOST_IN_PART);
const LONGEST_BYTES = 4 * MOST_IN_PART;

type Room = { left: number };
type Found = { path: string; kind: 'file' | 'given'; content: Uint8Array };
type Options = Pick<GradingContext, 'workspace' | 'session'>;
type Reads = RubricGrader['reads'];

/**
 * Collects what there is for the judge of a rubric: the agent's last words, and files as text. However long a file is, only
 * its ends are read, and however many there are, the other trials get their turns.
 */
export async function judgedWork({ reads }: { reads: Reads }, options: Options): Promise<CollectedWork> {
  const { texts, others, absent, made } = await findFiles(reads, options);
  const said = options.session.answers;
  const forFiles = roomForFiles(said, texts.first);
  const answers = answerParts(said, MOST_IN_ALL - forFiles);
  const { parts, whole, crowdedOut } = partsOf(texts.first, { reads, room: { left: forFiles } });
  const unseen = [
    ...crowdedOut.map((file): Unseen => ({ path: shortened(file.path), why: 'has no room here' })),
    ...others.first.map(
      ({ path, content }): Unseen => ({
        path: shortened(path),
        why: `holds ${content.length} bytes that are no text`,
      }),
    ),
    ...absent.map(({ path, why }): Unseen => ({ path: shortened(path), why })),
  ];
  return {
    parts: [...answers, ...parts],
    unseen: unseen.slice(0, MOST_NAMED),
    more: Math.max(0, unseen.length - MOST_NAMED) + texts.more + others.more,
    isWhole: answers.every(({ pieces }) => pieces.length === 1) && made.every((path) => whole.has(path)),
    remarks: answers.length === 0 ? ['There is no answer.'] : [],
  };
}

type Files = {
  texts: Shortlist<Found>;
  others: Shortlist<Found>;
  absent: Unseen[];
  /** The places that the agent has to answer for, whether they can be shown or not. */
  made: string[];
};

async function findFiles(reads: Reads, options: Options): Promise<Files> {
  const pace = new Pace(PORTION);
  const { places, changed, lacking } = await placesToJudge(reads, options, pace);
  const texts = new Shortlist<Found>(MOST_FILES + MOST_NAMED, byRoom(reads));
  const others = new Shortlist<Found>(MOST_NAMED, byRoom(reads));
  const absent = lacking.map((path) => ({ path, why: 'is no folder that can be read' }));
  const made = [...lacking];
  // Hard links give one content many names.
  const areTexts = new Map<Uint8Array, boolean>();
  for (const path of places) {
    await pace.spend(FILE_WEIGHT);
    const file = workspaceFile(shown(path), options.workspace);
    if (file.kind !== 'file') {
      absent.push({ path, why: 'is no file that can be read' });
      made.push(path);
      continue;
    }
    const { content, end } = file;
    const isMade = changed.has(path) || changed.has(end) || !isInside(end);
    if (isMade) made.push(path);
    const isText = areTexts.get(content) ?? endsOf(content, LONGEST) !== null;
    (isText ? texts : others).add({ path, kind: isMade ? 'file' : 'given', content });
    if (!areTexts.has(content)) await pace.spend(Math.min(content.length, LONGEST_BYTES));
    areTexts.set(content, isText);
  }
  return { texts, others, absent, made };
}

/** Half of the room is for answers and half for files; what one of them does not need is the other's. */
function roomForFiles(answers: readonly string[], files: readonly Found[]): number {
  const needOf = (lengths: readonly number[]) =>
    lengths.reduce((sum, length) => sum + Math.min(length, MOST_IN_PART), 0);
  const forAnswers = needOf(answers.map(({ length }) => length));
  const forFiles = needOf(files.slice(0, MOST_FILES).map(({ content }) => content.length));
  return Math.min(forFiles, Math.max(MOST_IN_ALL / 2, MOST_IN_ALL - forAnswers));
}

/** Shares so much room between texts of these lengths; what a short one does not need is shared by the longer ones. */
function sharesOf(lengths: readonly number[], room: number): number[] {
  const shares = lengths.map(() => 0);
  let left = room;
  for (const [rank, at] of [...lengths.keys()]
    .toSorted((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0))
    .entries()) {
    const share = Math.min(MOST_IN_PART, lengths[at] ?? 0, Math.floor(left / (lengths.length - rank)));
    shares[at] = share;
    left -= share;
  }
  return shares;
}

/** Shows files in their order until there is no room for more. Those that are asked for by name share it. */
function partsOf(
  files: readonly Found[],
  { reads, room }: { reads: Reads; room: Room },
): { parts: Part[]; whole: Set<string>; crowdedOut: Found[] } {
  const names = new Set(reads.map(placeOf));
  const named = files.filter(({ path }) => names.has(path));
  const shares = sharesOf(
    named.map(({ content }) => content.length),
    room.left,
  );
  const parts: Part[] = [];
  const whole = new Set<string>();
  const crowdedOut: Found[] = [];
  for (const [at, file] of files.entries()) {
    const { path, kind, content } = file;
    const hasRoom = parts.length < MOST_FILES && room.left > 0;
    const pieces = hasRoom
      ? endsOf(content, limitsIn(Math.min(shares[at] ?? MOST_IN_PART, room.left)))
      : null;
    if (pieces === null) crowdedOut.push(file);
    else parts.push({ kind, name: shortened(path), pieces: taken(pieces, room) });
    if (pieces?.length === 1 && shortened(path) === shown(path)) whole.add(path);
  }
  return { parts, whole, crowdedOut };
}

function answerParts(answers: readonly string[], room: number): Part[] {
  const shares = sharesOf(
    answers.map(({ length }) => length),
    room,
  );
  return answers.map((answer, at) => {
    const { head, leftOut, tail } = bothEnds(answer, limitsIn(shares[at] ?? 0));
    return { kind: 'answer', name: '', pieces: leftOut === 0 ? [head] : [head, tail] };
  });
}

function limitsIn(limit: number): EndLimits {
  const tail = Math.floor(limit / 4);
  return { head: limit - tail, tail };
}

function taken(pieces: readonly string[], room: Room): readonly string[] {
  for (const { length } of pieces) room.left -= length;
  return pieces;
}

function shown(path: string): string {
  return path.slice(WORKSPACE.length + 1);
}

function shortened(path: string): string {
  return shown(path).slice(0, MOST_IN_NAME).toWellFormed();
}

/** Files that are asked for by name get room first, then what the agent made; of these the shortest. */
function byRoom(reads: Reads): (a: Found, b: Found) => number {
  const named = new Set(reads.map(placeOf));
  const rank = ({ path, kind }: Found) => (named.has(path) ? 0 : kind === 'file' ? 1 : 2);
  return (a, b) => rank(a) - rank(b) || a.content.length - b.content.length || (a.path < b.path ? -1 : 1);
}

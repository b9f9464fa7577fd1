import { isUtf8 } from 'node:buffer';
import { posix } from 'node:path';
import { bothEnds } from '../base/both-ends.ts';
import type { RubricGrader } from '../contracts/grader-spec.ts';
import { WORKSPACE } from '../contracts/sandbox-places.ts';
import type { Blinding, GradingContext } from './grader.ts';
import type { Part, Work } from './rubric/work.ts';
import { workspaceFile } from './workspace-file.ts';

/** The limits in characters on what a judge is shown; models read about four of them as a token. */
const MOST_IN_ALL = 120_000;
const MOST_IN_PART = 40_000;
const MOST_IN_NAME = 200;
const MOST_FILES = 100;
/** Names of files are shown up to here. */
const MOST_NAMED = 40;

/** Both arms are told so, because in which of them something was replaced must not show. */
const REPLACED =
  'The names of tools that were at hand, and the places where they were, may be replaced by others.';

type Room = { left: number };
type Cut = Pick<Part, 'pieces' | 'leftOut'>;
type Found = { path: string; kind: 'file' | 'given'; content: Uint8Array };
type Options = Pick<GradingContext, 'workspace' | 'session'> & { blinding: Blinding };

/** Collects what the judge of a rubric is shown: the agent's last words, and files as text. */
export function judgedWork({ reads }: Pick<RubricGrader, 'reads'>, options: Options): Work {
  const { session, blinding } = options;
  const room = { left: MOST_IN_ALL };
  const answers = session.answers.map((answer): Part => ({ kind: 'answer', name: '', ...cut(answer, room) }));
  const notes = [REPLACED, ...(answers.length === 0 ? ['There is no answer.'] : [])];
  const found = foundFiles(reads, options);
  const files = found.toSorted(byRoom(reads));
  const parts: Part[] = [];
  const unseen: string[] = [];
  for (const file of files) {
    const text = file.content.length === 0 ? '' : textOf(file.content);
    if (text === null)
      unseen.push(`${nameOf(file.path, blinding)} holds ${file.content.length} bytes that are no text`);
    else if (parts.length === MOST_FILES || room.left <= 0)
      unseen.push(`${nameOf(file.path, blinding)} has no room here`);
    else parts.push(partOf(file, text, room, blinding));
  }
  const all = [...answers, ...parts];
  return {
    parts: all.map((part) => ({ ...part, pieces: part.pieces.map(blinding.conceal) })),
    notes: [...notes, ...listed(unseen), ...listed(missing(reads, found))],
    telling: all.filter(({ pieces }) => pieces.some(blinding.holdsSkill)).map(titleOf),
  };
}

function foundFiles(reads: readonly string[], options: Options): Found[] {
  const { workspace, session } = options;
  const made = new Set(
    [...session.changes.created, ...session.changes.changed].flatMap(({ path, kind }) =>
      kind === 'file' && path.startsWith(`${WORKSPACE}/`) ? [path] : [],
    ),
  );
  const places = reads.length === 0 ? [...made] : placesOf(reads, options);
  return places.flatMap((path): Found[] => {
    const file = workspaceFile(path.slice(WORKSPACE.length + 1), workspace);
    return file.kind === 'file'
      ? [{ path, kind: made.has(path) ? 'file' : 'given', content: file.content }]
      : [];
  });
}

function placesOf(reads: readonly string[], { workspace }: Pick<Options, 'workspace'>): string[] {
  const paths = reads.flatMap((place) => {
    const path = posix.join(WORKSPACE, place);
    if (!place.endsWith('/')) return [path];
    return workspace.contents.files.map((file) => file.path).filter((one) => one.startsWith(path));
  });
  return [...new Set(paths)];
}

function missing(reads: readonly string[], found: readonly Found[]): string[] {
  const shown = new Set(found.map(({ path }) => path));
  return reads
    .filter((place) => !place.endsWith('/') && !shown.has(posix.join(WORKSPACE, place)))
    .map((place) => `${JSON.stringify(place)} is no file that can be read`);
}

function partOf({ path, kind }: Found, text: string, room: Room, blinding: Blinding): Part {
  return { kind, name: blinding.conceal(shortened(path)), ...cut(text, room) };
}

function titleOf({ kind, name }: Part): string {
  return kind === 'answer' ? 'the answer' : JSON.stringify(name);
}

function nameOf(path: string, { conceal }: Blinding): string {
  return JSON.stringify(conceal(shortened(path)));
}

function shortened(path: string): string {
  return path.slice(WORKSPACE.length + 1, WORKSPACE.length + 1 + MOST_IN_NAME).toWellFormed();
}

/** `null` if it is no text. */
function textOf(content: Uint8Array): string | null {
  return isUtf8(content) && !content.includes(0) ? Buffer.from(content).toString() : null;
}

function cut(text: string, room: Room): Cut {
  const limit = Math.max(0, Math.min(MOST_IN_PART, room.left));
  const end = Math.floor(limit / 4);
  const { head, leftOut, tail } = bothEnds(text, { head: limit - end, tail: end });
  room.left -= head.length + tail.length;
  return { pieces: leftOut === 0 ? [head] : [head, tail], leftOut };
}

function listed(remarks: readonly string[]): string[] {
  const more = remarks.length - MOST_NAMED;
  const shown = remarks.slice(0, MOST_NAMED).map((remark) => `Not shown: ${remark}.`);
  return more > 0 ? [...shown, `Not shown: ${more} more files.`] : shown;
}

/** Files that are asked for by name get room first, then what the agent made; of these the shortest. */
function byRoom(reads: readonly string[]): (a: Found, b: Found) => number {
  const named = new Set(reads.map((place) => posix.join(WORKSPACE, place)));
  const rank = ({ path, kind }: Found) => (named.has(path) ? 0 : kind === 'file' ? 1 : 2);
  return (a, b) => rank(a) - rank(b) || a.content.length - b.content.length || (a.path < b.path ? -1 : 1);
}

import { concealing } from './conceal-skill.ts';
import type { Known } from './known-texts.ts';
import { withoutPassages } from './skill-passages.ts';
import type { Part, Work } from './work.ts';

/** The skill of a run, as far as it decides what a judge is not shown. */
export type HiddenSkill = {
  name: string;
  /** The folder that it is mounted at, in the arm that has it. */
  root: string;
  /** `null` in a baseline: it never saw the skill, so whatever it says like the skill is its own work. */
  body: string | null;
};

/** Part of a work that has no room, or is no text. */
export type Unseen = { path: string; why: string };

/** What there is to see of a work, which may still tell the arm. */
export type CollectedWork = {
  parts: readonly Part[];
  unseen: readonly Unseen[];
  /** How many more are not shown. */
  more: number;
  remarks: readonly string[];
  /** Whether every text that the agent made is there as a whole. */
  isWhole: boolean;
};

/** Both arms are told so, because in which of them something was replaced or left out must not show. */
const ALIKE = [
  'The names of tools that were at hand, and the places where they were, may be replaced by others.',
  'Passages may be left out, of short texts too. They may say anything.',
];

export type Blinding = { work: CollectedWork; skill: HiddenSkill; known: Known };

/** Makes a work such that nobody who sees it knows the arm, as far as the work does not say it in other words. */
export function blindWork({ work, skill, known }: Blinding): Work {
  const conceal = concealing({ ...skill, known });
  const { body } = skill;
  const divide = body === null ? (text: string) => [text] : withoutPassages({ body, known });
  const divided = work.parts.map((part) => ({ ...part, pieces: part.pieces.flatMap(divide) }));
  const repeated = charactersOf(work.parts) - charactersOf(divided);
  const parts = divided.map(({ kind, name, pieces }) => ({
    ...{ kind, name: conceal(name) },
    pieces: pieces.map(conceal),
  }));
  const unseen = work.unseen.map(({ path, why }) => `Not shown: ${JSON.stringify(conceal(path))} ${why}.`);
  const more = work.more > 0 ? [`Not shown: ${work.more} more files.`] : [];
  return {
    parts,
    notes: [...ALIKE, ...work.remarks, ...unseen, ...more],
    repeated,
    isWhole: work.isWhole && repeated === 0 && parts.some(isOwn),
    isNothingElse: repeated > 0 && !parts.some(isOwn),
  };
}

function isOwn({ kind, pieces }: Part): boolean {
  return kind !== 'given' && pieces.some((piece) => piece.trim() !== '');
}

function charactersOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { pieces }) => pieces.reduce((part, { length }) => part + length, sum), 0);
}

import type { OpeningDifference } from '../../contracts/opening.ts';
import type { Line } from './opening-lines.ts';
import { type SkillEntry, wordsIn } from './skill-entry.ts';

/** A line that one arm alone has. */
export type Placed = { line: Line; around: OpeningDifference['around'] };

/** More lines are counted, and not compared with each other. */
const MOST_COMPARED = 100;
/** Longer lines are told apart by their beginnings, and are never taken for the same. */
const LONGEST_COMPARED = 4000;

type Paired = { entry: Line[]; differences: OpeningDifference[]; leftOut: number };

/** Puts the lines together that the two arms have in the same place in two versions. */
export function pairLines(added: readonly Placed[], removed: readonly Placed[], skill: SkillEntry): Paired {
  const [some, others] = [added.slice(0, MOST_COMPARED), removed.slice(0, MOST_COMPARED)];
  const open = new Set(some);
  const entry: Line[] = [];
  const differences = others.flatMap((before): OpeningDifference[] => {
    const after = counterpart(before, [...open], others);
    if (after === null) return [differenceOf(before, null)];
    open.delete(after);
    const isShort = after.line.text.length <= LONGEST_COMPARED;
    if (!isShort || !skill.isNamedBeside(after.line.text, before.line.text))
      return [differenceOf(before, after)];
    entry.push(after.line);
    return [];
  });
  return {
    entry,
    differences: [...differences, ...[...open].map((after) => differenceOf(null, after))],
    leftOut: added.length - some.length + removed.length - others.length,
  };
}

/** The line in the same place that has most words in common, at least half of them, or the only one on either side. */
function counterpart(
  { line }: Placed,
  candidates: readonly Placed[],
  others: readonly Placed[],
): Placed | null {
  const inPlace = candidates.filter((candidate) => candidate.line.place === line.place);
  const isOnly =
    inPlace.length === 1 && others.filter((other) => other.line.place === line.place).length === 1;
  if (isOnly) return inPlace[0] ?? null;
  const words = new Set(wordsIn(cut(line.text)));
  const rated = inPlace.map((candidate) => {
    const own = new Set(wordsIn(cut(candidate.line.text)));
    return { candidate, shared: own.intersection(words).size, most: Math.max(own.size, words.size) };
  });
  const [best] = rated.toSorted((a, b) => b.shared - a.shared);
  return best !== undefined && best.shared * 2 >= best.most ? best.candidate : null;
}

function cut(text: string): string {
  return text.slice(0, LONGEST_COMPARED);
}

function differenceOf(before: Placed | null, after: Placed | null): OpeningDifference {
  const around = before?.around === 'listing' || after?.around === 'listing' ? 'listing' : 'elsewhere';
  const place = (after ?? before)?.line.place ?? '';
  return { around, place, baseline: before?.line.text ?? null, withSkill: after?.line.text ?? null };
}

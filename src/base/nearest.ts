import { distance } from 'fastest-levenshtein';

/** The candidates that a person who typed `word` probably meant, best first; empty if none is close. */
export function nearestTo(word: string, candidates: readonly string[]): string[] {
  const allowed = Math.floor(Math.min(word.length, MAX_LENGTH) / 3);
  return candidates
    .map((candidate) => ({ candidate, edits: editDistance(word, candidate) }))
    .filter(({ edits }) => edits <= allowed)
    .sort((a, b) => a.edits - b.edits)
    .map(({ candidate }) => candidate);
}

/** Nobody mistypes a longer word than this; longer ones have no nearest candidates and cost nothing. */
const MAX_LENGTH = 100;

function editDistance(a: string, b: string): number {
  return a.length > MAX_LENGTH || b.length > MAX_LENGTH ? Number.POSITIVE_INFINITY : distance(a, b);
}

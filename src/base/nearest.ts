/** The candidates that a person who typed `word` probably meant, best first; empty if none is close. */
export function nearestTo(word: string, candidates: readonly string[]): string[] {
  const allowed = Math.floor(Math.min(word.length, MAX_LENGTH) / 3);
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((a, b) => a.distance - b.distance)
    .map(({ candidate }) => candidate);
}

/** Nobody mistypes a longer word than this; longer ones have no nearest candidates and cost nothing. */
const MAX_LENGTH = 100;

/** The Levenshtein distance, calculated one row of the table at a time. */
function editDistance(a: string, b: string): number {
  if (a.length > MAX_LENGTH || b.length > MAX_LENGTH) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 0; i < a.length; i++) row = nextRow(row, a[i], b, i);
  return row[b.length] ?? 0;
}

function nextRow(above: readonly number[], letter: string | undefined, b: string, i: number): number[] {
  const row = [i + 1];
  for (let column = 0; column < b.length; column++) {
    const replaced = (above[column] ?? 0) + (b[column] === letter ? 0 : 1);
    row.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1));
  }
  return row;
}

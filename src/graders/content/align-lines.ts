/**
 * One line; it is on both sides if they match. `index` counts in the found side, or else in the expected one.
 */
export type Step = { side: 'expected' | 'found' | 'both'; index: number };

/** The shortest edit script from one list of lines to the other, by their longest common subsequence. */
export function alignLines(expected: readonly string[], found: readonly string[]): Step[] {
  const common = commonLengths(expected, found);
  const commonFrom = (a: number, b: number) => common[a]?.[b] ?? 0;
  const steps: Step[] = [];
  let a = 0;
  let b = 0;
  while (a < expected.length || b < found.length) {
    if (a < expected.length && b < found.length && expected[a] === found[b]) {
      steps.push({ side: 'both', index: b });
      a += 1;
      b += 1;
    } else if (b === found.length || (a < expected.length && commonFrom(a + 1, b) >= commonFrom(a, b + 1))) {
      steps.push({ side: 'expected', index: a });
      a += 1;
    } else {
      steps.push({ side: 'found', index: b });
      b += 1;
    }
  }
  return steps;
}

/** How many lines the ends of both lists have in common, indexed by where the ends start. */
function commonLengths(expected: readonly string[], found: readonly string[]): number[][] {
  const lengths = Array.from({ length: expected.length + 1 }, () =>
    new Array<number>(found.length + 1).fill(0),
  );
  for (let a = expected.length - 1; a >= 0; a--) {
    const row = lengths[a] ?? [];
    const below = lengths[a + 1] ?? [];
    for (let b = found.length - 1; b >= 0; b--) {
      row[b] = expected[a] === found[b] ? (below[b + 1] ?? 0) + 1 : Math.max(below[b] ?? 0, row[b + 1] ?? 0);
    }
  }
  return lengths;
}

import type { CountRange } from '../../contracts/picture-grader.ts';

/** Whether a count is the one expected, or lies between the limits, which are allowed themselves. */
export function isWithin(expected: CountRange | undefined, count: number): boolean {
  if (expected === undefined) return true;
  const { min = 0, max = Infinity } =
    typeof expected === 'number' ? { min: expected, max: expected } : expected;
  return min <= count && count <= max;
}

export function shownRange(expected: CountRange): string {
  if (typeof expected === 'number') return `${expected}`;
  const { min, max } = expected;
  if (max === undefined) return `at least ${min}`;
  return min === undefined ? `at most ${max}` : `${min} to ${max}`;
}

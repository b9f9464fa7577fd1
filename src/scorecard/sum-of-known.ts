/** The sum is unknown if any part is unknown. */
export function sumOfKnown(parts: readonly (number | null)[]): number | null {
  return parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0);
}

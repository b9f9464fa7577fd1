/** Code points: what a person counts, and what the reference validator does. */
export function lengthOf(text: string): number {
  return [...text].length;
}

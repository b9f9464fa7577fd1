/** Counts code points, as a person would and as the reference validator does. */
export function lengthOf(text: string): number {
  return [...text].length;
}

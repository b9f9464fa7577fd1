/** Leaves room for a number behind it. */
const LONGEST = 56;

/** Letters, digits and single hyphens; empty if a name has none of them. */
export function slugOf(name: string): string {
  const words =
    name
      .slice(0, 500)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, LONGEST).replace(/-$/, '');
}

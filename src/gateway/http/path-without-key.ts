/**
 * The path and the query in a fixed order, without the trial's token, which Gemini's clients may put there.
 */
export function pathWithoutKey({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams([...searchParams].filter(([name]) => name !== 'key'));
  query.sort();
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}

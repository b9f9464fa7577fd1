/** Path and query in one order. Gemini's clients may show the trial's token there, which is left out. */
export function pathWithoutKey({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams([...searchParams].filter(([name]) => name !== 'key'));
  query.sort();
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}

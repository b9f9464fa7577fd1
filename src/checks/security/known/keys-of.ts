/** The keys of a table that was written out, by their own names. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, string>>): Key[] {
  const keys: Key[] = [];
  for (const key in table) keys.push(key);
  return keys;
}

/** The keys of a literal table, with their literal types. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, string>>): Key[] {
  const keys: Key[] = [];
  for (const key in table) keys.push(key);
  return keys;
}

import type { z } from 'zod';
import { fitSchema, type LocatedValue } from './located-value.ts';

/** A key that the schema does not know. */
export type UnknownKey = { path: readonly PropertyKey[]; place: string };

/**
 * Fits a document of another tool to a strict schema, and leaves out the keys that it does not know instead of refusing them:
 * they are returned, each with its place. Everything else is an error, as for documents of ours.
 */
export function parseTolerantly<Schema extends z.ZodType>(
  schema: Schema,
  document: LocatedValue,
): { data: z.infer<Schema>; unknown: UnknownKey[] } {
  const unknown: UnknownKey[] = [];
  const { error } = schema.safeParse(document.value);
  for (const issue of error?.issues ?? []) {
    if (issue.code !== 'unrecognized_keys') continue;
    for (const key of issue.keys) {
      const path = [...issue.path, key];
      unknown.push({ path, place: document.placeOf({ path, about: 'key' }) });
      remove(document.value, path);
    }
  }
  return { data: fitSchema(schema, document), unknown };
}

/** The value was made from a text for this alone, so nobody else sees the change. */
function remove(value: unknown, path: readonly PropertyKey[]): void {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== 'object' || value === null) return;
  if (rest.length === 0) Reflect.deleteProperty(value, key);
  else remove(Reflect.get(value, key), rest);
}

import type { z } from 'zod';
import { AssayError, messageOf } from './assay-error.ts';
import { complaintsAbout, describeComplaint, expectation } from './schema-complaint.ts';

/** A schema whose parsed value is a `T`. */
export type Schema<T> = z.ZodType<T>;

/**
 * Reads back JSON that Assay stored. An error names `what` it was and the first thing that is wrong with it.
 * `upgrade` converts what an older version stored to the current format.
 */
export function parseStored<T>(
  schema: Schema<T>,
  text: string,
  what: string,
  upgrade: (value: unknown) => unknown = (value) => value,
): T {
  const value = upgrade(parseJson(text, what));
  const parsed = schema.safeParse(value, { error: expectation });
  if (parsed.success) return parsed.data;
  const [complaint] = parsed.error.issues.flatMap((issue) => complaintsAbout(issue, value));
  throw unreadable(what, complaint === undefined ? messageOf(parsed.error) : describeComplaint(complaint));
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(what, `not valid JSON: ${messageOf(cause)}`);
  }
}

function unreadable(what: string, why: string): AssayError {
  const next = 'It was damaged, or written by another version of Assay.';
  return new AssayError('STORE_UNUSABLE', `The ${what} cannot be read: ${why}. ${next}`);
}

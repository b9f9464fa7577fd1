import type { z } from 'zod';
import { AssayError } from './assay-error.ts';
import { type Complaint, complaintsAbout, describeComplaint, expectation } from './schema-complaint.ts';

/** Points to a key or a value of a document. */
export type Pointer = Pick<Complaint, 'path' | 'about'>;

/** The value of a document that was read from a file, and where in the file its parts stand. */
export type LocatedValue = {
  file: string;
  value: unknown;
  /** Line and column of a part; if it is missing, those of what it is missing from. */
  placeOf: (pointer: Pointer) => string;
};

/** Nobody reads more, and each has to be found in the text. */
const MOST_COMPLAINTS = 50;

/** Fits a document to a schema. An error names the file, line and column, what was expected and what was found. */
export function fitSchema<Schema extends z.ZodType>(
  schema: Schema,
  { file, value, placeOf }: LocatedValue,
): z.infer<Schema> {
  const parsed = schema.safeParse(value, { error: expectation });
  if (parsed.success) return parsed.data;
  const complaints = parsed.error.issues.flatMap((issue) => complaintsAbout(issue, value));
  const messages = complaints
    .slice(0, MOST_COMPLAINTS)
    .map((complaint) => `${file}:${placeOf(complaint)}: ${describeComplaint(complaint)}`);
  const more = complaints.length - messages.length;
  const rest = more === 0 ? [] : [`${file}: and ${more} more mistakes`];
  throw new AssayError('INPUT_INVALID', [...messages, ...rest].join('\n'));
}

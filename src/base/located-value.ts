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

/** What does not fit: where it stands, as line and column, and what was expected and found there. */
export type Misfit = { place: string; message: string };

/** Fits a document to a schema. An error names the file, line and column, what was expected and what was found. */
export function fitSchema<Schema extends z.ZodType>(schema: Schema, located: LocatedValue): z.infer<Schema> {
  const fitted = tryToFit(schema, located);
  if (fitted.status === 'fits') return fitted.value;
  const { file } = located;
  const messages = fitted.misfits.map(({ place, message }) => `${file}:${place}: ${message}`);
  const rest = fitted.more === 0 ? [] : [`${file}: and ${fitted.more} more mistakes`];
  throw new AssayError('INPUT_INVALID', [...messages, ...rest].join('\n'));
}

/** The same for a document that may be anything; `more` counts the misfits that are left out. */
export function tryToFit<Schema extends z.ZodType>(
  schema: Schema,
  { value, placeOf }: LocatedValue,
): { status: 'fits'; value: z.infer<Schema> } | { status: 'misfits'; misfits: Misfit[]; more: number } {
  const parsed = schema.safeParse(value, { error: expectation });
  if (parsed.success) return { status: 'fits', value: parsed.data };
  const complaints = parsed.error.issues.flatMap((issue) => complaintsAbout(issue, value));
  const misfits = complaints
    .slice(0, MOST_COMPLAINTS)
    .map((complaint) => ({ place: placeOf(complaint), message: describeComplaint(complaint) }));
  return { status: 'misfits', misfits, more: complaints.length - misfits.length };
}

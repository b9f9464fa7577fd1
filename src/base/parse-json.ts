import type { z } from 'zod';
import { AssayError, messageOf } from './assay-error.ts';
import { extentOf } from './json-extent.ts';
import { parseYaml } from './parse-yaml.ts';
import { printable } from './printable.ts';
import { complaintsAbout, describeComplaint, expectation } from './schema-complaint.ts';

/** More than anybody's tasks, and little enough to be parsed at once. */
const MOST = { parts: 200_000, depth: 60 };
/** Of a longer document, a mistake is named without its place. */
const LOCATED = { parts: 20_000, depth: 60 };
const MOST_BYTES = 2 * 1024 * 1024;

/**
 * Parses a JSON document from outside. The schema only has to hold: what comes back is the document with all of its keys.
 * An error names the file and, if it can be told, line, column and field.
 */
export function parseJson<Schema extends z.ZodType>(
  schema: (document: unknown) => Schema,
  content: Uint8Array,
  file: string,
): unknown {
  const text = decode(content, file);
  const document = read(text, file);
  const wanted = schema(document);
  const checked = wanted.safeParse(document, { error: expectation });
  if (checked.success) return document;
  // JSON is YAML, whose parser knows where everything stands, and takes its time.
  if (extentOf(content, LOCATED) !== null) parseYaml(wanted, text, file);
  const [complaint] = checked.error.issues.flatMap((issue) => complaintsAbout(issue, document));
  throw invalid(file, complaint === undefined ? messageOf(checked.error) : describeComplaint(complaint));
}

function decode(content: Uint8Array, file: string): string {
  if (content.length > MOST_BYTES)
    throw invalid(file, `expected at most ${MOST_BYTES} bytes, found ${content.length}`);
  if (extentOf(content, MOST) === null)
    throw invalid(file, `expected at most ${MOST.parts} values, nested ${MOST.depth} levels deep at most`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (cause) {
    throw invalid(file, 'expected text in UTF-8', cause);
  }
}

function read(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const before = text.slice(0, faultOf(text) ?? text.length);
    const line = before.split('\n').length;
    const column = before.length - before.lastIndexOf('\n');
    const [reason = ''] = messageOf(cause).split(/, (?:\.{3})?"| in JSON| after JSON| \(line/);
    throw new AssayError(
      'INPUT_INVALID',
      `${file}:${line}:${column}: not valid JSON: ${printable(reason)}.`,
      { cause },
    );
  }
}

/** Finds the first character with which a text can no longer become JSON. Not every message of the parser says where it is. */
function faultOf(text: string): number | null {
  if (!isBroken(text)) return null;
  let whole = 0;
  let broken = text.length;
  while (broken - whole > 1) {
    const middle = (whole + broken) >>> 1;
    if (isBroken(text.slice(0, middle))) broken = middle;
    else whole = middle;
  }
  return whole;
}

/** Whether a text is no beginning of JSON either. */
function isBroken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    const message = messageOf(error);
    const position = /at position (\d+)/.exec(message)?.[1];
    return !/^Unexpected end|^Unterminated/.test(message) && Number(position ?? -1) < text.length;
  }
}

function invalid(file: string, problem: string, cause?: unknown): AssayError {
  return new AssayError('INPUT_INVALID', `${file}: ${problem}.`, { cause });
}

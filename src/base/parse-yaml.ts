import { type Document, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { AssayError } from './assay-error.ts';

type Issue = { path: readonly PropertyKey[]; message: string; received?: unknown };

/**
 * Parses a YAML text against a schema. An error names file, line and column, what was expected and what was found.
 * Aliases are limited by the parser, so that a small text cannot unfold into a large one.
 */
export function parseYaml<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  file: string,
): z.infer<Schema> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [syntaxError] = document.errors;
  if (syntaxError !== undefined) {
    throw invalid(file, lines, syntaxError.pos[0], `not valid YAML: ${syntaxError.message}`);
  }
  const value = toValue(document, file);
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const messages = parsed.error.issues.map((issue) => describeIssue(issue, document, lines, file, value));
  throw new AssayError('INPUT_INVALID', messages.join('\n'));
}

function toValue(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    throw new AssayError('INPUT_INVALID', `${file}:1:1: too many aliases to unfold. Write the values out.`, {
      cause,
    });
  }
}

function describeIssue(
  issue: Issue & z.core.$ZodIssue,
  document: Document,
  lines: LineCounter,
  file: string,
  value: unknown,
) {
  const where = position(document, issue, lines);
  const key = issue.path.map(String).join('.');
  const subject = key === '' ? 'the document' : `"${key}"`;
  const found = valueAt(value, issue.path);
  return `${file}:${where}: ${subject}: ${explain(issue)}${describeFound(issue, found)}`;
}

function explain(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `unknown key ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
  return issue.message;
}

function describeFound(issue: z.core.$ZodIssue, found: unknown): string {
  if (issue.code === 'unrecognized_keys' || issue.code === 'invalid_type') return '';
  const text = JSON.stringify(found);
  return text === undefined ? '' : `, found ${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (isIndexable(inner) ? inner[key] : undefined), value);
}

function isIndexable(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The nearest node that exists: a missing key is reported where its parent begins. */
function position(document: Document, issue: z.core.$ZodIssue, lines: LineCounter): string {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
  const withKey = issue.code === 'unrecognized_keys' ? [...path, issue.keys[0]] : path;
  for (let depth = withKey.length; depth >= 0; depth--) {
    const offset = offsetOf(document, withKey.slice(0, depth));
    if (offset !== undefined) return at(lines, offset);
  }
  return '1:1';
}

function offsetOf(document: Document, path: readonly unknown[]): number | undefined {
  const node: unknown = document.getIn(path, true);
  if (typeof node !== 'object' || node === null || !('range' in node)) return undefined;
  const { range } = node;
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : undefined;
}

function at(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `${line}:${col}`;
}

function invalid(file: string, lines: LineCounter, offset: number, message: string): AssayError {
  return new AssayError('INPUT_INVALID', `${file}:${at(lines, offset)}: ${message}`);
}

import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { AssayError } from './assay-error.ts';
import { complaintsAbout, describeComplaint, expectation } from './schema-complaint.ts';
import { yamlFault } from './yaml-fault.ts';
import { offsetOf } from './yaml-offset.ts';

/**
 * Parses a YAML text against a schema. An error names the file, line and column, what was expected and what
 * was found. Aliases are refused, so that a small text cannot expand into a large one.
 */
export function parseYaml<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  file: string,
  { maxDepth }: { maxDepth?: number } = {},
): z.infer<Schema> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const at = (offset: number) => `${file}:${position(lines, offset)}`;

  const fault = yamlFault(document, maxDepth);
  if (fault !== null) throw new AssayError('INPUT_INVALID', `${at(fault.offset)}: ${fault.message}`);

  const value: unknown = document.toJS();
  const parsed = schema.safeParse(value, { error: expectation });
  if (parsed.success) return parsed.data;
  const complaints = parsed.error.issues.flatMap((issue) => complaintsAbout(issue, value));
  const messages = complaints.map(
    (complaint) => `${at(offsetOf(document, complaint))}: ${describeComplaint(complaint)}`,
  );
  throw new AssayError('INPUT_INVALID', messages.join('\n'));
}

function position(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `${line}:${col}`;
}

import { z } from 'zod';
import { content, hasOne, Pointer, timeoutSeconds, title, tolerance } from './grader-fields.ts';
import { RelativePath } from './identifiers.ts';

export const JsonEqualsGrader = z
  .strictObject({
    kind: z.literal('json-equals'),
    ...content,
    equals: z.json().optional().describe('The value expected, however it is written.'),
    equalsFile: RelativePath.optional().describe('A file under `grade/` with the JSON expected.'),
    tolerance: tolerance.describe(
      'Numbers may differ by so much. With 0 they are compared by all of their digits.',
    ),
    ignore: z
      .array(Pointer)
      .default([])
      .describe('Places that may hold anything or be missing, such as /items/*/id.'),
    anyOrder: z
      .array(Pointer)
      .default([])
      .describe('Arrays whose items may come in any order; "" is the whole document.'),
  })
  .refine((grader) => hasOne(grader, ['equals', 'equalsFile']), {
    error: 'exactly one of equals, equalsFile',
  });
export type JsonEqualsGrader = z.infer<typeof JsonEqualsGrader>;

export const JsonSchemaGrader = z.strictObject({
  kind: z.literal('json-schema'),
  ...content,
  schemaFile: RelativePath.describe('A file under `grade/` with a JSON Schema, of 2020-12 or draft 07.'),
});
export type JsonSchemaGrader = z.infer<typeof JsonSchemaGrader>;

export const CsvEqualsGrader = z.strictObject({
  kind: z.literal('csv-equals'),
  ...content,
  equalsFile: RelativePath.describe(
    'A file under `grade/` with the table expected, whose first row names the columns.',
  ),
  delimiter: z.string().length(1).default(','),
  tolerance: tolerance.describe('Numbers may differ by so much. With 0 all values are compared as text.'),
  ignore: z.array(z.string().min(1)).default([]).describe('Columns that may hold anything or be missing.'),
  rowsInAnyOrder: z.boolean().default(false),
  columnsInAnyOrder: z.boolean().default(false),
});
export type CsvEqualsGrader = z.infer<typeof CsvEqualsGrader>;

const Scalar = z.union([z.string(), z.number(), z.null()], { error: 'a text, a number or null' });

export const SqliteGrader = z
  .strictObject({
    kind: z.literal('sqlite'),
    title,
    path: RelativePath.describe('A SQLite database of the workspace.'),
    query: z
      .string()
      .max(20_000)
      .regex(/^\s*(?:SELECT|WITH|VALUES)\b/i, 'one SELECT')
      .describe('One SELECT, which may begin with WITH.'),
    rows: z.array(z.array(Scalar)).optional().describe('The rows that the query has to return.'),
    rowsFile: RelativePath.optional().describe('A file under `grade/` with these rows as JSON.'),
    anyOrder: z.boolean().default(false).describe('The rows may come in any order.'),
    tolerance: tolerance.describe(
      'Numbers may differ by so much. With 0 they are compared by all of their digits.',
    ),
    timeoutSeconds: timeoutSeconds(20),
  })
  .refine((grader) => hasOne(grader, ['rows', 'rowsFile']), { error: 'exactly one of rows, rowsFile' });
export type SqliteGrader = z.infer<typeof SqliteGrader>;

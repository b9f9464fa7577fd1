import { z } from 'zod';
import { Pattern, RelativePath } from './identifiers.ts';

const SAYS_SOMETHING =
  'at least one of contains, lacks, matches, matchesNone, equals, equalsFile, and not both of the last two';

const title = z.string().min(1).describe('The claim that holds when this grader passes.');

/** The fields that graders of the content of one file have in common. */
const content = {
  title,
  path: RelativePath.describe('A file of the workspace.'),
};

export const FileContentGrader = z
  .strictObject({
    kind: z.literal('file-content'),
    ...content,
    equalsFile: RelativePath.optional().describe('A file under `grade/` with the exact bytes expected.'),
    equals: z.string().optional().describe('The exact text expected.'),
    matches: Pattern.optional().describe('A regular expression (RE2) that must match somewhere in the text.'),
    absent: z.literal(true).optional().describe('The file must not exist.'),
  })
  .refine((grader) => hasOne(grader, ['equalsFile', 'equals', 'matches', 'absent']), {
    error: 'exactly one of equalsFile, equals, matches, absent',
  });
export type FileContentGrader = z.infer<typeof FileContentGrader>;

const tolerance = z.number().nonnegative().default(0);

const Pointer = z
  .string()
  .regex(/^(?:\/(?:[^~/]|~[01])*)*$/, 'a JSON pointer, such as /items/*/id')
  .max(1000)
  .describe('A JSON pointer (RFC 6901); `*` stands for any one key or index.');

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

/** The requirements for a text, all of which it has to meet. */
const saying = {
  contains: z.array(z.string().min(1)).default([]).describe('Texts that must all occur.'),
  lacks: z.array(z.string().min(1)).default([]).describe('Texts of which none may occur.'),
  matches: z
    .array(Pattern)
    .default([])
    .describe(
      'Regular expressions (RE2) that must all match somewhere. `^` and `$` match at the ends of lines.',
    ),
  matchesNone: z.array(Pattern).default([]).describe('Regular expressions (RE2) of which none may match.'),
  equals: z.string().optional().describe('The whole text expected.'),
  equalsFile: RelativePath.optional().describe('A file under `grade/` with the whole text expected.'),
  ignore: z
    .array(z.enum(['case', 'punctuation', 'spaces']))
    .default(['spaces'])
    .describe('Differences that do not count. `spaces`: any run of spaces and line breaks is one space.'),
};

export const TextGrader = z
  .strictObject({ kind: z.literal('text'), ...content, ...saying })
  .refine(saysSomething, { error: SAYS_SOMETHING });
export type TextGrader = z.infer<typeof TextGrader>;

const count = z.int().nonnegative();

/** A number, or the limits of one. */
const CountRange = z.union([
  count,
  z
    .strictObject({ min: count.optional(), max: count.optional() })
    .refine(({ min, max }) => min !== undefined || max !== undefined, { error: 'at least one of min, max' }),
]);
export type CountRange = z.infer<typeof CountRange>;

export const PictureGrader = z
  .strictObject({
    kind: z.literal('picture'),
    ...content,
    format: z.enum(['png', 'jpeg']).optional().describe('What the file is, whatever its name.'),
    width: CountRange.optional().describe('In pixels.'),
    height: CountRange.optional().describe('In pixels.'),
    likeFile: RelativePath.optional().describe('A picture under `grade/` that it has to look like.'),
    distance: z
      .number()
      .min(0)
      .max(1)
      .default(0.02)
      .describe(
        'How different the two may look: the mean difference of red, green and blue, from 0 to 1, once both are scaled to 32 by 32 pixels over white.',
      ),
  })
  .refine((grader) => hasAny(grader, ['format', 'width', 'height', 'likeFile']), {
    error: 'at least one of format, width, height, likeFile',
  });
export type PictureGrader = z.infer<typeof PictureGrader>;

const points = z.number().positive();

export const PdfGrader = z
  .strictObject({
    kind: z.literal('pdf'),
    ...content,
    pages: CountRange.optional().describe('The number of pages.'),
    size: z
      .strictObject({ width: points, height: points })
      .optional()
      .describe('The size of all pages in points, to a point: A4 has 595 by 842, Letter 612 by 792.'),
    page: z.int().positive().optional().describe('The only page to be looked at for size and texts.'),
    contains: saying.contains,
    lacks: saying.lacks,
    ignore: saying.ignore,
  })
  .refine((grader) => hasAny(grader, ['pages', 'size']) || grader.contains.length + grader.lacks.length > 0, {
    error: 'at least one of pages, size, contains, lacks',
  });
export type PdfGrader = z.infer<typeof PdfGrader>;

const AnswerGrader = z
  .strictObject({ kind: z.literal('answer'), title, ...saying })
  .refine(saysSomething, { error: SAYS_SOMETHING });

export const TranscriptGrader = z
  .strictObject({
    kind: z.literal('transcript'),
    title,
    used: z.array(z.string().min(1)).default([]).describe('Tools that must all have been called.'),
    unused: z.array(z.string().min(1)).default([]).describe('Tools of which none may have been called.'),
    maxRequests: z.int().positive().optional().describe('The most requests to the model.'),
  })
  .refine(({ used, unused, maxRequests }) => used.length + unused.length > 0 || maxRequests !== undefined, {
    error: 'at least one of used, unused, maxRequests',
  });
export type TranscriptGrader = z.infer<typeof TranscriptGrader>;

export const TreeGrader = z.strictObject({
  kind: z.literal('tree'),
  title,
  changes: z
    .array(RelativePath)
    .default([])
    .describe(
      'The only places of the workspace that may be created, changed or deleted. A place that ends with / includes everything below it.',
    ),
  keepsHome: z.boolean().default(false).describe("Nothing may change in the agent's home folder either."),
});
export type TreeGrader = z.infer<typeof TreeGrader>;

const command = z
  .string()
  .min(1)
  .describe(
    'Run by bash in a copy of the workspace, with the files of `grade/` at /grade. What the agent left is run with `as-agent PROGRAM…`, as a user who cannot see /grade.',
  );

export const CommandExitGrader = z.strictObject({
  kind: z.literal('command-exit'),
  title,
  command,
  exitCode: z
    .int()
    .min(0)
    .max(255)
    .default(0)
    .describe(
      'Any other exit code is a failed attempt, including 126 and 127 for a program that cannot be run.',
    ),
  timeoutSeconds: timeoutSeconds(60),
});
export type CommandExitGrader = z.infer<typeof CommandExitGrader>;

export const TestReportGrader = z.strictObject({
  kind: z.literal('test-report'),
  title,
  command: command.describe(
    'Runs the tests, as the command of a command-exit grader runs, and ends with 0 if they pass.',
  ),
  report: RelativePath.describe(
    'The report of the tests, in JUnit XML or CTRF JSON, below the folder `$ASSAY_REPORTS`.',
  ),
  atLeast: z.int().positive().default(1).describe('So many tests must have run.'),
  allowSkipped: z.boolean().default(false).describe('Tests may be skipped, but for those in `tests`.'),
  tests: z
    .array(z.string().min(1).max(500))
    .default([])
    .describe('Tests that must be there and pass, by their names, or as CLASS.NAME.'),
  timeoutSeconds: timeoutSeconds(60),
});
export type TestReportGrader = z.infer<typeof TestReportGrader>;

export const RewardGrader = z.strictObject({
  kind: z.literal('reward'),
  title,
  command: command.describe(
    'A verifier, which runs as the command of a command-exit grader does and writes a number to /logs/verifier/reward.txt, or else an object of numbers to reward.json beside it.',
  ),
  threshold: z.number().default(1).describe('The number must be at least this.'),
  metric: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The number of reward.json that counts. By default it is `reward`, and all of them have to be high enough if there is none.',
    ),
  timeoutSeconds: timeoutSeconds(60),
});
export type RewardGrader = z.infer<typeof RewardGrader>;

const Headers = z.record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'the name of a header'), z.string());

const HttpRequest = z.strictObject({
  method: z
    .string()
    .regex(/^[A-Z]+$/, 'a method, such as GET')
    .default('GET'),
  path: z.string().regex(/^\/[\x21-\x7e]*$/, 'a path, such as /orders?page=2, with other characters encoded'),
  headers: Headers.default({}),
  body: z.string().optional(),
  answer: z
    .strictObject({
      status: z.int().min(100).max(599).default(200),
      headers: Headers.default({}).describe(
        'Headers that the answer must have. What follows a semicolon need not be said.',
      ),
      contains: z.array(z.string().min(1)).default([]).describe('Texts that must all occur in the body.'),
      equalsJson: z.json().optional().describe('The value of the body, however it is written.'),
      ignore: z
        .array(Pointer)
        .default([])
        .describe('Places of the value that may hold anything or be missing, such as /id.'),
    })
    .prefault({}),
});
export type HttpRequest = z.infer<typeof HttpRequest>;

export const HttpGrader = z.strictObject({
  kind: z.literal('http'),
  title,
  start: z
    .string()
    .min(1)
    .describe(
      "Starts the server, by bash in a copy of the workspace and as the agent's user, and lasts as long as it does.",
    ),
  port: z.int().min(1).max(65_535).describe('Where the server listens.'),
  requests: z
    .array(HttpRequest)
    .min(1)
    .max(50)
    .describe('Sent one after the other, each on a connection of its own.'),
  startSeconds: z.number().positive().max(120).default(20).describe('The time until the server listens.'),
  answerSeconds: z.number().positive().max(60).default(10).describe('The time for each answer.'),
});
export type HttpGrader = z.infer<typeof HttpGrader>;

export const RubricGrader = z.strictObject({
  kind: z.literal('rubric'),
  title,
  criteria: z
    .array(z.string().min(1).max(2000))
    .min(1)
    .max(50)
    .describe('Claims about the work. A model judges each of them by itself.'),
  reads: z
    .array(RelativePath)
    .default([])
    .describe(
      'Files of the workspace that the judge sees beside the answer; a place that ends with / includes everything below it. By default these are all files that the agent created or changed.',
    ),
  threshold: z.number().positive().max(1).default(1).describe('The share of the criteria that must be met.'),
  votes: z
    .int()
    .min(1)
    .max(9)
    .refine((votes) => votes % 2 === 1, 'an odd number')
    .default(3)
    .describe('How often the judge is asked at most. The majority decides each criterion.'),
});
export type RubricGrader = z.infer<typeof RubricGrader>;

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

export const ContentGraderSpec = z.discriminatedUnion('kind', [
  FileContentGrader,
  JsonEqualsGrader,
  JsonSchemaGrader,
  CsvEqualsGrader,
  TextGrader,
  PictureGrader,
  PdfGrader,
]);
/** A grader that judges the content of one file. */
export type ContentGraderSpec = z.infer<typeof ContentGraderSpec>;

const CONTENT_KINDS: ReadonlySet<string> = new Set(
  ContentGraderSpec.options.map(({ shape }) => shape.kind.value),
);

export function judgesContent(spec: SingleGraderSpec): spec is ContentGraderSpec {
  return CONTENT_KINDS.has(spec.kind);
}

/** A grader that judges the bytes or the text of one file, for which nothing but its content has to be read. */
export type PlainContentSpec = Exclude<ContentGraderSpec, PictureGrader | PdfGrader>;

export function judgesPlainContent(spec: SingleGraderSpec): spec is PlainContentSpec {
  return judgesContent(spec) && spec.kind !== 'picture' && spec.kind !== 'pdf';
}

const SingleGraderSpec = z.discriminatedUnion('kind', [
  ...ContentGraderSpec.options,
  AnswerGrader,
  TranscriptGrader,
  TreeGrader,
  CommandExitGrader,
  SqliteGrader,
  TestReportGrader,
  RewardGrader,
  HttpGrader,
  RubricGrader,
]);
/** A grader that decides one claim by itself. */
export type SingleGraderSpec = z.infer<typeof SingleGraderSpec>;

const GroupGrader = z
  .strictObject({
    kind: z.literal('group'),
    title,
    graders: z.array(SingleGraderSpec).min(2),
    atLeast: z.int().positive().optional().describe('So many of them must pass.'),
    weights: z.array(z.number().positive()).optional().describe('One for each of them, in their order.'),
    threshold: z
      .number()
      .positive()
      .max(1)
      .optional()
      .describe(
        'The share of all weights that those which pass must have; without weights, of their number.',
      ),
  })
  .refine((group) => hasOne(group, ['atLeast', 'threshold']), { error: 'exactly one of atLeast, threshold' })
  .refine(({ graders, atLeast = 1 }) => atLeast <= graders.length, {
    path: ['atLeast'],
    error: 'no more than there are graders in the group',
  })
  .refine(({ graders, weights }) => weights === undefined || weights.length === graders.length, {
    path: ['weights'],
    error: 'one number for each grader in the group',
  })
  .refine(({ weights, threshold }) => weights === undefined || threshold !== undefined, {
    path: ['weights'],
    error: 'a threshold beside the weights',
  });
export type GroupGrader = z.infer<typeof GroupGrader>;

export const GraderSpec = z.discriminatedUnion('kind', [...SingleGraderSpec.options, GroupGrader]);
export type GraderSpec = z.infer<typeof GraderSpec>;

/** A grader itself, or the members of a group. */
export function membersOf(spec: GraderSpec): readonly SingleGraderSpec[] {
  return spec.kind === 'group' ? spec.graders : [spec];
}

/** Whether a model decides, alone or as a member of a group. */
export function asksModel(spec: GraderSpec): boolean {
  return membersOf(spec).some(({ kind }) => kind === 'rubric');
}

/** Files of `grade/` that a grader expects, by their paths below it. */
export function expectedFilesOf(spec: GraderSpec): string[] {
  return membersOf(spec).flatMap(expectedFilesOfOne);
}

function expectedFilesOfOne(grader: SingleGraderSpec): string[] {
  const files = [
    'schemaFile' in grader ? grader.schemaFile : undefined,
    'equalsFile' in grader ? grader.equalsFile : undefined,
    'rowsFile' in grader ? grader.rowsFile : undefined,
    'likeFile' in grader ? grader.likeFile : undefined,
  ];
  return files.filter((file) => file !== undefined);
}

/** The whole values that a grader expects, and that stand in the task itself. */
export function expectedValuesOf(spec: GraderSpec): unknown[] {
  return membersOf(spec).flatMap((grader) => {
    if (grader.kind === 'http') return grader.requests.flatMap(({ answer }) => answer.equalsJson ?? []);
    if (grader.kind === 'sqlite') return grader.rows === undefined ? [] : [grader.rows];
    return 'equals' in grader && grader.equals !== undefined ? [grader.equals] : [];
  });
}

function saysSomething({
  contains,
  lacks,
  matches,
  matchesNone,
  equals,
  equalsFile,
}: z.infer<z.ZodObject<typeof saying>>): boolean {
  const whole = [equals, equalsFile].filter((one) => one !== undefined).length;
  return whole <= 1 && whole + [contains, lacks, matches, matchesNone].flat().length > 0;
}

function timeoutSeconds(otherwise: number) {
  return z.number().positive().max(600).default(otherwise);
}

function hasAny<T extends object>(grader: T, keys: readonly (keyof T)[]): boolean {
  return keys.some((key) => grader[key] !== undefined);
}

function hasOne<T extends object>(grader: T, keys: readonly (keyof T)[]): boolean {
  return keys.filter((key) => grader[key] !== undefined).length === 1;
}

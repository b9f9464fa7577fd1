import { z } from 'zod';
import { CommandExitGrader, RewardGrader, TestReportGrader } from './command-grader.ts';
import { CsvEqualsGrader, JsonEqualsGrader, JsonSchemaGrader, SqliteGrader } from './data-grader.ts';
import { hasOne, title } from './grader-fields.ts';
import { HttpGrader } from './http-grader.ts';
import { PdfGrader, PictureGrader } from './picture-grader.ts';
import { RubricGrader } from './rubric-grader.ts';
import { AnswerGrader, FileContentGrader, TextGrader } from './text-grader.ts';
import { TranscriptGrader, TreeGrader } from './work-grader.ts';

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

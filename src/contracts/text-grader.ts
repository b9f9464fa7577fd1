import { z } from 'zod';
import { content, hasOne, title } from './grader-fields.ts';
import { Pattern, RelativePath } from './identifiers.ts';

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

/** The requirements for a text, all of which it has to meet. */
export const saying = {
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

const SAYS_SOMETHING =
  'at least one of contains, lacks, matches, matchesNone, equals, equalsFile, and not both of the last two';

export const TextGrader = z
  .strictObject({ kind: z.literal('text'), ...content, ...saying })
  .refine(saysSomething, { error: SAYS_SOMETHING });
export type TextGrader = z.infer<typeof TextGrader>;

export const AnswerGrader = z
  .strictObject({ kind: z.literal('answer'), title, ...saying })
  .refine(saysSomething, { error: SAYS_SOMETHING });

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

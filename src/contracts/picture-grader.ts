import { z } from 'zod';
import { content, hasAny } from './grader-fields.ts';
import { RelativePath } from './identifiers.ts';
import { saying } from './text-grader.ts';

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

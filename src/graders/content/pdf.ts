import type { PdfGrader } from '../../contracts/picture-grader.ts';
import { asRead, wordingProblem } from './as-read.ts';
import { type ContentVerdict, fail, pass, tooLong } from './content-verdict.ts';
import { isWithin, shownRange } from './count-range.ts';
import type { PdfPage } from './pdfs/pdf-pages.ts';
import { readPdf } from './pdfs/read-pdf.ts';

/** Judges the pages of a PDF, and what people read on them. */
export async function pdf(spec: PdfGrader, found: Uint8Array): Promise<ContentVerdict> {
  const { path } = spec;
  const fault = tooLong(path, found);
  if (fault !== null) return fail(fault);
  const read = await readPdf(found);
  if ('fault' in read) return fail(`${path} ${read.fault}`);
  const { pages } = read;
  const problem = pagesProblem(spec, pages) ?? textProblem(spec, chosenPages(spec, pages));
  return problem === null ? pass(`${path} is as expected`) : fail(`${path} ${problem}`);
}

function pagesProblem(spec: PdfGrader, pages: readonly PdfPage[]): string | null {
  const { pages: expected, page, size } = spec;
  if (expected !== undefined && !isWithin(expected, pages.length))
    return `has ${pages.length} pages, and not ${shownRange(expected)}`;
  if (page !== undefined && page > pages.length) return `has no page ${page}`;
  const other = chosenPages(spec, pages).find((one) => size !== undefined && !isOfSize(one, size));
  if (other === undefined || size === undefined) return null;
  return `has a page of ${shownSize(other)} points, and not ${shownSize(size)}`;
}

function chosenPages({ page }: PdfGrader, pages: readonly PdfPage[]): readonly PdfPage[] {
  return page === undefined ? pages : pages.slice(page - 1, page);
}

type Size = Pick<PdfPage, 'width' | 'height'>;

/** Programs round the sizes of paper differently. */
function isOfSize(page: Size, { width, height }: Size): boolean {
  return Math.abs(page.width - width) <= 1 && Math.abs(page.height - height) <= 1;
}

function shownSize({ width, height }: Size): string {
  return `${Math.round(width)} × ${Math.round(height)}`;
}

function textProblem(spec: PdfGrader, pages: readonly PdfPage[]): string | null {
  const textOf = (kind: 'shown' | 'all') => pages.map(({ text }) => text[kind]).join('\n');
  return wordingProblem(spec, { shown: asRead(textOf('shown'), spec.ignore), all: textOf('all') });
}

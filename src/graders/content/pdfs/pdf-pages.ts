import { getDocument, PasswordException, type PDFPageProxy, VerbosityLevel } from 'unpdf/pdfjs';
import { messageOf } from '../../../base/assay-error.ts';
import { AllocationLimit } from './allocation-limit.ts';

/** A page, with its size in points. */
export type PdfPage = { width: number; height: number; text: PageText };
/** All of a page's text, and what of it is on the page and large enough to be seen. */
type PageText = { all: string; shown: string };

const MAX_PAGES = 1000;
const MAX_CHARACTERS = 4 * 1024 ** 2;
/** Whatever is created on the way counts, also if it is no longer used. */
const MAX_ALLOCATED = 512 * 1024 ** 2;

class PdfError extends Error {}

/** The pages of a PDF, or what is to be said of it. */
export type PdfRead = { pages: PdfPage[] } | { fault: string };

/** Reads the pages of a PDF in this thread, whatever time and memory that takes. */
export async function pdfPages(bytes: Uint8Array): Promise<PdfRead> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!file.subarray(0, 1024).includes('%PDF-')) return { fault: 'is not a PDF' };
  // Without its end, a reader would make what it can of the rest.
  if (!file.subarray(-1024).includes('%%EOF')) return { fault: 'is cut short' };
  using limit = new AllocationLimit(MAX_ALLOCATED);
  try {
    const pages = await pagesIn(bytes);
    return limit.isExceeded ? { fault: TOO_LARGE } : { pages };
  } catch (error) {
    return { fault: limit.isExceeded ? TOO_LARGE : faultOf(error) };
  }
}

/** What is wrong with a file is said in words of its own. */
const MAX_SHOWN = 200;
const TOO_LARGE = 'has more in it than is read: decompressed, it would take more than 512 MiB';

function faultOf(error: unknown): string {
  if (error instanceof PdfError) return error.message;
  if (error instanceof PasswordException) return 'is encrypted and asks for a password';
  return `is damaged: ${messageOf(error).slice(0, MAX_SHOWN)}`;
}

/** Nothing is fetched, no picture or form is decoded, and the package contains no interpreter for scripts. */
const OPTIONS = {
  verbosity: VerbosityLevel.ERRORS,
  disableAutoFetch: true,
  disableFontFace: true,
  disableRange: true,
  disableStream: true,
  enableXfa: false,
  isImageDecoderSupported: false,
  isOffscreenCanvasSupported: false,
  maxImageSize: 0,
  useSystemFonts: true,
  useWasm: false,
  useWorkerFetch: false,
};

async function pagesIn(bytes: Uint8Array): Promise<PdfPage[]> {
  const document = await getDocument({ ...OPTIONS, data: Uint8Array.from(bytes) }).promise;
  const { numPages } = document;
  if (numPages > MAX_PAGES) throw new PdfError(`has ${numPages} pages, more than ${MAX_PAGES}`);
  const pages: PdfPage[] = [];
  for (let number = 1, left = MAX_CHARACTERS; number <= numPages; number++) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const text = await textOf(page, left);
    left -= text.all.length;
    pages.push({ width, height, text });
    page.cleanup();
  }
  return pages;
}

async function textOf(page: PDFPageProxy, most: number): Promise<PageText> {
  const text = { all: '', shown: '' };
  const { items } = await page.getTextContent();
  for (const item of items) {
    if (!('str' in item)) continue;
    const written = `${item.str}${item.hasEOL ? '\n' : ''}`;
    text.all += written;
    if (isShown(item)) text.shown += written;
    if (text.all.length > most) throw new PdfError(`has more than ${MAX_CHARACTERS} characters of text`);
  }
  return text;
}

const SMALLEST = 1;

/** Nobody reads what is smaller than a point. What lies outside of the page is left out already. */
function isShown({ transform: [, , c = 0, d = 0] }: { transform: readonly number[] }): boolean {
  return Math.hypot(c, d) >= SMALLEST;
}

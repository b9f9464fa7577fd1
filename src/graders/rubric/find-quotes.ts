import { asRead } from '../content/as-read.ts';
import { type Known, stretchesOf } from './known-texts.ts';

/** Quotes of the work, and where they may stand: `own` is what the agent made, `given` the words of its task. */
export type QuoteSearch = { quotes: readonly string[]; own: readonly string[]; given: Known };

/** A shorter quote stands in nearly any text. */
const LEAST_CHARACTERS = 12;
/** The judge is told to give two hundred at most. To look for a passage takes time that grows with its length. */
const MOST_CHARACTERS = 1000;

/**
 * Tells of each quote whether it stands in what the agent made, however it is wrapped. Words of the task are not its own
 * wherever it puts them, also those of files that it was given. A quote may be short only if it is a whole text, and one that
 * is much longer than was asked for is not looked for.
 */
export function findQuotes({ quotes, own, given }: QuoteSearch): boolean[] {
  const wanted = quotes.map((quote) => (quote.length > MOST_CHARACTERS ? '' : plain(quote)));
  const texts = own.map(plain);
  const isFound = wanted.map((quote) => quote !== '' && texts.some((text) => stands(quote, text)));
  const longest = Math.max(0, ...wanted.map(({ length }) => length));
  if (!isFound.includes(true)) return isFound;
  for (const stretch of stretchesOf(given, { as: spaced, overlap: longest }))
    for (const [at, quote] of wanted.entries())
      if (isFound[at] && stands(quote, stretch.trim())) isFound[at] = false;
  return isFound;
}

function stands(quote: string, text: string): boolean {
  return quote.length < LEAST_CHARACTERS ? text === quote : text.includes(quote);
}

function plain(text: string): string {
  return spaced(text).trim();
}

/** Keeps a space at either end, so that the stretches of a text can be put together again. */
function spaced(text: string): string {
  return asRead(`${EDGE}${text}${EDGE}`, ['spaces']).slice(EDGE.length, -EDGE.length);
}

/** No mark that may follow joins with it. */
const EDGE = '|';

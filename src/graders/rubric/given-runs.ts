import { lettersOf } from '../content/letters-of.ts';

/** A character of a quote. Strokes are letters that look like the border of a table, and may be replaced by one. */
type Glyph = { kind: 'letter' | 'stroke' | 'mark'; isGiven: boolean };
/** A quote by its letters, and without strokes: `glyphs` has the character of each letter that is left. */
type Quote = { all: readonly Glyph[]; letters: string; bare: string; glyphs: readonly Glyph[] };

const STROKES = 'L';
/** A run has at least so many letters. Of a text with a million words, shorter ones stand in any work. */
const LEAST_RUN = { usual: 8, inLongTexts: 12 };
const LONG_TEXT = 200_000;
/** Fewer letters in a row are no words of somebody's own. */
const LEAST_OWN_LETTERS = 8;
/** So many characters of its own are enough for a quote, or half of it, but no less than a quarter. */
const ENOUGH_OWN = 12;

/**
 * Takes out of quotes what stands in given texts, in runs of letters: signs between the words, look-alike letters and lines
 * that are left out do not make given words somebody's own.
 */
export class GivenRuns {
  readonly #least: number;
  readonly #quotes: readonly Quote[];
  /** The characters of each place in a quote that has such a run. */
  readonly #runs = new Map<string, Glyph[][]>();

  constructor(quotes: readonly string[], { givenLength }: { givenLength: number }) {
    this.#least = givenLength > LONG_TEXT ? LEAST_RUN.inLongTexts : LEAST_RUN.usual;
    this.#quotes = quotes.map(quoteOf);
    for (const quote of this.#quotes) this.#addRunsOf(quote);
  }

  /** Reads the letters of a given text, or of a part of it. */
  read(letters: string): void {
    for (const quote of this.#quotes)
      if (this.#isShort(quote) && letters.includes(quote.letters)) markGiven(quote.all);
    const bare = withoutStrokes(letters);
    for (let at = 0; this.#runs.size > 0 && at + this.#least <= bare.length; at++)
      this.#find(bare.slice(at, at + this.#least));
  }

  /** Tells of each quote whether enough of it is left. */
  areOwn(): boolean[] {
    return this.#quotes.map(({ all }) => {
      const enough = Math.max(Math.min(ENOUGH_OWN, all.length / 2), all.length / 4);
      return all.every(({ isGiven }) => !isGiven) || ownCharacters(all) >= enough;
    });
  }

  #addRunsOf({ bare, glyphs }: Quote): void {
    for (let at = 0; at + this.#least <= bare.length; at++) {
      const run = bare.slice(at, at + this.#least);
      const places = this.#runs.get(run) ?? [];
      places.push(glyphs.slice(at, at + this.#least));
      this.#runs.set(run, places);
    }
  }

  /** A quote that is shorter than a run is given as a whole, or not at all. */
  #isShort({ bare, letters }: Quote): boolean {
    return bare.length < this.#least && letters !== '';
  }

  /** Each run is marked once, however often it is given. */
  #find(run: string): void {
    const places = this.#runs.get(run);
    if (places === undefined) return;
    for (const place of places) markGiven(place);
    this.#runs.delete(run);
  }
}

function quoteOf(text: string): Quote {
  const all: Glyph[] = [];
  const glyphs: Glyph[] = [];
  let letters = '';
  for (const character of text) {
    const some = lettersOf(character);
    const bare = withoutStrokes(some);
    const kind = some === '' ? 'mark' : bare === '' ? 'stroke' : 'letter';
    const glyph: Glyph = { kind, isGiven: false };
    all.push(glyph);
    letters += some;
    for (let unit = 0; unit < bare.length; unit++) glyphs.push(glyph);
  }
  return { all, letters, bare: withoutStrokes(letters), glyphs };
}

function withoutStrokes(letters: string): string {
  return letters.replaceAll(STROKES, '');
}

function markGiven(glyphs: readonly Glyph[]): void {
  for (const glyph of glyphs) glyph.isGiven = true;
}

const GIVEN = '\0';

/** Counts what stands between given letters. All that separates two words counts as one character. */
function ownCharacters(glyphs: readonly Glyph[]): number {
  let before = GIVEN;
  const picture = glyphs.map(({ kind, isGiven }) => {
    if (kind === 'mark') return ' ';
    if (kind === 'letter') before = isGiven ? GIVEN : 'x';
    return before;
  });
  const stretches = picture.join('').split(GIVEN);
  return stretches
    .filter((stretch) => stretch.replaceAll(' ', '').length >= LEAST_OWN_LETTERS)
    .reduce((sum, stretch) => sum + stretch.replaceAll(/ +/g, ' ').trim().length, 0);
}

export type Word = {
  /** In lower case, without emphasis marks and final punctuation. */
  text: string;
  start: number;
  end: number;
  /** Stands inside quotation marks or backticks. */
  quoted: boolean;
};
export type Sentence = readonly Word[];

const SEPARATOR = 0;
const LETTER = 1;
const QUOTE = 2;
const STOP = 3;
const LINE_END = 4;
const APOSTROPHE = 5;

const MAX_WORDS = 120;
const CLASSES = classesOfAscii();

/**
 * Hands out the sentences of a text one by one, so that a book takes no more room than a page. `byLine` where a line
 * end ends a sentence: code, data, frontmatter.
 */
export function eachSentence(text: string, byLine: boolean, visit: (sentence: Sentence) => void): void {
  const lower = text.toLowerCase();
  new Cutter(lower.length === text.length ? lower : text, byLine, visit).run();
}

/** One pass over the characters: this runs over every text of every skill. */
class Cutter {
  private words: Word[] = [];
  private quote = 0;
  private readonly text: string;
  private readonly byLine: boolean;
  private readonly visit: (sentence: Sentence) => void;

  constructor(text: string, byLine: boolean, visit: (sentence: Sentence) => void) {
    this.text = text;
    this.byLine = byLine;
    this.visit = visit;
  }

  run(): void {
    for (let at = 0; at < this.text.length; ) at = this.step(at);
    this.endSentence();
  }

  private step(at: number): number {
    const code = this.text.charCodeAt(at);
    const kind = classOf(code);
    if (kind === LETTER) return this.word(at);
    if (kind === QUOTE) this.turnQuote(code);
    else if ((kind === STOP && this.quote === 0) || (kind === LINE_END && this.byLine)) this.endSentence();
    return at + 1;
  }

  private word(start: number): number {
    const end = this.text.startsWith('http', start)
      ? endOfLink(this.text, start)
      : endOfWord(this.text, start);
    this.words.push({ text: trimmed(this.text, start, end), start, end, quoted: this.quote !== 0 });
    const isLast = this.text.charCodeAt(end - 1) === DOT && isBlank(this.text.charCodeAt(end));
    if (isLast || this.words.length >= MAX_WORDS) this.endSentence();
    return end;
  }

  private turnQuote(code: number): void {
    const closing = code === LEFT_QUOTE ? RIGHT_QUOTE : code;
    if (this.quote === 0) this.quote = closing;
    else if (this.quote === code) this.quote = 0;
  }

  private endSentence(): void {
    if (this.words.length > 1) this.visit(this.words);
    this.words = [];
    this.quote = 0;
  }
}

const DOT = 0x2e;
const STAR = 0x2a;
const UNDERSCORE = 0x5f;
const LEFT_QUOTE = 0x201c;
const RIGHT_QUOTE = 0x201d;

function classesOfAscii(): Uint8Array {
  const classes = new Uint8Array(128);
  const assign = (characters: string, kind: number) => {
    for (const character of characters) classes[character.charCodeAt(0)] = kind;
  };
  assign('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$~@%#/.\\+&*-', LETTER);
  assign('"`', QUOTE);
  assign('!?;', STOP);
  assign('\n', LINE_END);
  assign("'", APOSTROPHE);
  return classes;
}

/** Beyond ASCII everything is a letter but punctuation, blanks and what cannot be seen. */
function classOf(code: number): number {
  if (code < 128) return CLASSES[code] ?? SEPARATOR;
  if (code === LEFT_QUOTE || code === RIGHT_QUOTE) return QUOTE;
  if (code === 0x2019) return APOSTROPHE;
  return code < 0xc0 ||
    (code >= 0x2000 && code < 0x2070) ||
    (code >= 0x3000 && code < 0x3040) ||
    code >= 0xfff0
    ? SEPARATOR
    : LETTER;
}

function endOfWord(text: string, start: number): number {
  let end = start + 1;
  for (; end < text.length; end++) {
    const kind = classOf(text.charCodeAt(end));
    const joins = kind === APOSTROPHE && classOf(text.charCodeAt(end + 1)) === LETTER;
    if (kind !== LETTER && !joins) break;
  }
  return end;
}

function endOfLink(text: string, start: number): number {
  if (!text.startsWith('://', start + 4) && !text.startsWith('s://', start + 4))
    return endOfWord(text, start);
  let end = start + 7;
  while (end < text.length && !ENDS_LINK.has(text.charCodeAt(end))) end++;
  return end;
}

const ENDS_LINK: ReadonlySet<number> = new Set(
  [...' \n\t\r<>"\'`)]'].map((character) => character.charCodeAt(0)),
);

/** Without the marks of emphasis around it and the full stop behind it. */
function trimmed(text: string, start: number, end: number): string {
  let from = start;
  let to = end;
  while (from < to && isEmphasis(text.charCodeAt(from))) from++;
  while (to > from && (isEmphasis(text.charCodeAt(to - 1)) || text.charCodeAt(to - 1) === DOT)) to--;
  const word = text.slice(from, to);
  return word.includes('’') ? word.replaceAll('’', "'") : word;
}

function isEmphasis(code: number): boolean {
  return code === STAR || code === UNDERSCORE;
}

function isBlank(code: number): boolean {
  return Number.isNaN(code) || code === 0x20 || code === 0x0a || code === 0x09;
}

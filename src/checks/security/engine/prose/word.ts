import { addToHash, startHash } from '../regions/text-hash.ts';
import { APOSTROPHE, kindOf, LETTER } from './character-kind.ts';

/**
 * A word at its position, hashed in one pass and without further objects, because a skill has very many of
 * them. Its text is extracted only on request, because most words mean nothing here.
 */
export class Word {
  readonly start: number;
  readonly end: number;
  /** The hash of its text. */
  readonly hash: number;
  /** Whether it is inside quotation marks or backticks. */
  readonly quoted: boolean;
  /** Whether it may name a file, a link or an address. */
  readonly isName: boolean;
  private readonly source: string;
  private readonly from: number;
  private readonly to: number;
  private cut: string | null = null;

  constructor(source: string, start: number, quoted: boolean) {
    this.source = source;
    this.start = start;
    this.quoted = quoted;
    const end = isLink(source, start) ? endOfLink(source, start) : endOfWord(source, start);
    const from = skipEmphasis(source, start, end);
    let hash = startHash();
    let solid = hash;
    let to = from;
    let isName = end - start > LONG || source.startsWith('id_', from);
    let seenDot = false;
    for (let at = from; at < end; at++) {
      const code = lowerCase(source.charCodeAt(at));
      hash = addToHash(hash, code);
      if (code === DOT) seenDot = true;
      if (code === DOT || isEmphasis(code)) continue;
      if (seenDot || code === SLASH || code === AT || code === BACKSLASH) isName = true;
      solid = hash;
      to = at + 1;
    }
    this.end = end;
    this.from = from;
    this.to = to;
    this.hash = solid;
    this.isName = isName;
  }

  /** The text in lower case, without emphasis marks around it and the full stop after it. */
  get text(): string {
    this.cut ??= this.source.slice(this.from, this.to).toLowerCase().replaceAll('’', "'");
    return this.cut;
  }

  get endsSentence(): boolean {
    return this.source.charCodeAt(this.end - 1) === DOT && isBlank(this.source.charCodeAt(this.end));
  }
}

const DOT = 0x2e;
const STAR = 0x2a;
const UNDERSCORE = 0x5f;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const AT = 0x40;
const LONG = 17;

function skipEmphasis(source: string, start: number, end: number): number {
  let from = start;
  while (from < end && isEmphasis(source.charCodeAt(from))) from++;
  return from;
}

function lowerCase(code: number): number {
  if (code >= 0x41 && code <= 0x5a) return code + 0x20;
  return code === 0x2019 ? 0x27 : code;
}

function isEmphasis(code: number): boolean {
  return code === STAR || code === UNDERSCORE;
}

function isBlank(code: number): boolean {
  return Number.isNaN(code) || code === 0x20 || code === 0x0a || code === 0x09;
}

function endOfWord(text: string, start: number): number {
  let end = start + 1;
  for (; end < text.length; end++) {
    const kind = kindOf(text.charCodeAt(end));
    const joins = kind === APOSTROPHE && kindOf(text.charCodeAt(end + 1)) === LETTER;
    if (kind !== LETTER && !joins) break;
  }
  return end;
}

function isLink(text: string, start: number): boolean {
  const first = text.charCodeAt(start);
  return (first === 0x68 || first === 0x48) && /^https?:\/\//i.test(text.slice(start, start + 8));
}

const ENDS_LINK: ReadonlySet<number> = new Set([...' \n\t\r<>"\'`)]'].map((one) => one.charCodeAt(0)));

function endOfLink(text: string, start: number): number {
  let end = start + 7;
  while (end < text.length && !ENDS_LINK.has(text.charCodeAt(end))) end++;
  return end;
}

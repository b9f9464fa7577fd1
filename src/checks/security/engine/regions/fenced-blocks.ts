import { type Line, linesFrom } from './markdown-line.ts';

/** A fenced code block without its fences. */
export type FencedBlock = { opening: number; start: number; end: number; closing: number; info: string };

type Fence = { marks: string; offset: number; info: string; opening: Line; end: number };
type HtmlBlock = { end: RegExp; offset: number };

const FENCE = /^(?:(`{3,})([^`]*)|(~{3,})(.*))$/s;
const CLOSING = /^[ \t]*(`+|~+)[ \t]*$/;
const INDENT = /^[ \t]+/;
const ITEM = /^(?:[-*+]|(\d{1,9})[.)])(?=[ \t]|$)/;
const THEMATIC_BREAK = /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const NO_PARAGRAPH = /^(?:#{1,6}(?:[ \t]|$)|>)/;
const UNDERLINE = /^(?:=+|-+)[ \t]*$/;
const BLANK = /^[ \t]*$/;

/** More code blocks than a book has. */
const MAX_BLOCKS = 60_000;
/** The limit for items in items. */
const MAX_DEPTH = 100;

/** Pairs of what begins and what ends a block of HTML (CommonMark, section 4.6). */
const HTML: readonly [start: RegExp, end: RegExp][] = [
  [/^<(?:pre|script|style|textarea)(?:[ \t>]|$)/i, /<\/(?:pre|script|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [
    /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[ \t]|\/?>|$)/i,
    BLANK,
  ],
];
/** A line with one whole tag, which ends no paragraph. */
const LONE_TAG = /^<(?:\/[a-z][\w-]{0,80}[ \t]*|[a-z][\w-]{0,80}(?:[ \t][^<>]{0,2000})?\/?)>[ \t]*$/i;

/** The fenced code blocks of a Markdown text as CommonMark has them, outside of quotes. */
export function fencedBlocks(text: string, from: number): FencedBlock[] {
  const reader = new BlockReader(text.lastIndexOf('-->'));
  for (const line of linesFrom(text, from)) {
    if (reader.isFull) break;
    reader.take(line);
  }
  return reader.finish();
}

class BlockReader {
  readonly #blocks: FencedBlock[] = [];
  /** The columns at which the content of the list items begins that the line is in. */
  readonly #offsets: number[] = [];
  #fence: Fence | null = null;
  #html: HtmlBlock | null = null;
  #isParagraph = false;
  /** Whether the innermost item has only its marker so far. */
  #isItemEmpty = false;

  /** An unclosed comment is ignored here, so that code in it counts as code. */
  readonly #lastCommentEnd: number;

  constructor(lastCommentEnd: number) {
    this.#lastCommentEnd = lastCommentEnd;
  }

  get isFull(): boolean {
    return this.#blocks.length >= MAX_BLOCKS;
  }

  take(line: Line): void {
    if (BLANK.test(line.text)) this.#takeBlank(line);
    else if (!this.#continuesFence(line) && !this.#continuesHtml(line)) this.#begin(line);
  }

  finish(): FencedBlock[] {
    this.#endFence(null);
    return this.#blocks;
  }

  #takeBlank(line: Line): void {
    this.#isParagraph = false;
    if (this.#html?.end.test(line.text)) this.#html = null;
    if (this.#fence !== null) this.#fence.end = line.end;
    else if (this.#isItemEmpty) this.#offsets.pop();
    this.#isItemEmpty = false;
  }

  #continuesFence(line: Line): boolean {
    const fence = this.#fence;
    if (fence === null) return false;
    const indent = columnsOf(line.text) - fence.offset;
    if (indent < 0) this.#endFence(null);
    else if (indent < 4 && CLOSING.exec(line.text)?.[1]?.startsWith(fence.marks)) this.#endFence(line);
    else fence.end = line.end;
    return indent >= 0;
  }

  #endFence(closing: Line | null): void {
    if (this.#fence === null) return;
    const { opening, end, info } = this.#fence;
    const start = opening.end + 1;
    this.#blocks.push({ opening: opening.start, start, end, closing: closing?.end ?? end, info });
    this.#fence = null;
  }

  #continuesHtml(line: Line): boolean {
    const html = this.#html;
    if (html === null) return false;
    const isInside = columnsOf(line.text) >= html.offset;
    if (!isInside || html.end.test(line.text)) this.#html = null;
    return isInside;
  }

  #begin(line: Line): void {
    const column = columnsOf(line.text);
    const text = line.text.replace(INDENT, '');
    if (!this.#leaveItems(column, text)) return;
    const inside = this.#enterItems(column, text);
    const indent = inside.column - (this.#offsets.at(-1) ?? 0);
    if (inside.text === '' || indent > 3) return;
    const [, ticks, info = '', tildes = '', otherInfo = info] = FENCE.exec(inside.text) ?? [];
    const marks = ticks ?? tildes;
    if (marks !== '') this.#openFence(marks, otherInfo, line);
    else if (!inside.text.startsWith('<!--') || line.start <= this.#lastCommentEnd)
      this.#openText(inside.text);
  }

  /** Leaves the items that the line is not indented for; false if it continues a paragraph all the same. */
  #leaveItems(column: number, text: string): boolean {
    const outside = this.#offsets.findIndex((offset) => offset > column);
    if (outside === -1) return true;
    const indent = column - (this.#offsets[outside - 1] ?? 0);
    if (this.#isParagraph && (indent > 3 || !beginsBlock(text))) return false;
    this.#offsets.length = outside;
    this.#isParagraph = false;
    return true;
  }

  #enterItems(column: number, text: string): { column: number; text: string } {
    const indent = column - (this.#offsets.at(-1) ?? 0);
    const [marker, number = '1'] = ITEM.exec(text) ?? [];
    this.#isItemEmpty = false;
    if (marker === undefined || indent > 3 || this.#offsets.length === MAX_DEPTH || THEMATIC_BREAK.test(text))
      return { column, text };
    const rest = text.slice(marker.length);
    const isEmpty = BLANK.test(rest);
    if (this.#isParagraph && (isEmpty || Number(number) !== 1)) return { column, text };
    const behind = column + marker.length;
    const content = columnsOf(rest, behind);
    const isFar = isEmpty || content - behind > 4;
    this.#offsets.push(isFar ? behind + 1 : content);
    this.#isParagraph = false;
    const inside = this.#enterItems(content, rest.replace(INDENT, ''));
    this.#isItemEmpty ||= isEmpty;
    return inside;
  }

  #openFence(marks: string, info: string, opening: Line): void {
    const offset = this.#offsets.at(-1) ?? 0;
    this.#fence = { marks, offset, info: info.trim().split(/\s/, 1)[0] ?? '', opening, end: opening.end };
    this.#isParagraph = false;
  }

  #openText(text: string): void {
    const [, end] = HTML.find(([start]) => start.test(text)) ?? [];
    const isLoneTag = !this.#isParagraph && LONE_TAG.test(text);
    const offset = this.#offsets.at(-1) ?? 0;
    if (end !== undefined) this.#html = end.test(text) ? null : { end, offset };
    else if (isLoneTag) this.#html = { end: BLANK, offset };
    const isHeading = this.#isParagraph && UNDERLINE.test(text);
    const isHtml = end !== undefined || isLoneTag;
    this.#isParagraph = !isHtml && !isHeading && !NO_PARAGRAPH.test(text) && !THEMATIC_BREAK.test(text);
  }
}

function beginsBlock(text: string): boolean {
  return (
    FENCE.test(text) ||
    ITEM.test(text) ||
    THEMATIC_BREAK.test(text) ||
    /^(?:#{1,6}(?:[ \t]|$)|>)/.test(text) ||
    HTML.some(([start]) => start.test(text))
  );
}

/** The column at which a text begins behind its white space; tabs go to the next multiple of four. */
function columnsOf(text: string, from = 0): number {
  let column = from;
  for (const character of text) {
    if (character === '\t') column += 4 - (column % 4);
    else if (character === ' ') column += 1;
    else break;
  }
  return column;
}

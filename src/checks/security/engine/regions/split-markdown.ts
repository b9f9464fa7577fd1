import type { TextFile } from '../../../skill/text-file.ts';
import { languageNamed } from '../readings/language.ts';
import { doubtfulRegions } from './doubtful-fences.ts';
import { HEADING, kindOfLine, type Line, linesFrom, openComment } from './markdown-line.ts';
import type { Region, RegionKind } from './region.ts';

type Block = { kind: RegionKind; start: number; end: number; info: string; fence: string };
type Outline = { level: number; title: string };

const FENCE = /^[ \t]{0,16}(?:(?:[-*+]|\d{1,3}[.)])[ \t]{1,4})?(`{3,}|~{3,})[ \t]*([^`\s]*)/;
const LEAD_LENGTH = 240;
/**
 * More headings, items and paragraphs than a book has. Beyond this only text and code blocks are
 * distinguished.
 */
const MAX_REGIONS = 50_000;
/** If there are too many code blocks as well, the rest is one text. */
const MAX_IN_ALL = 60_000;
const MAX_TITLE = 200;

/** Splits Markdown into regions. Where it is in doubt what is code, a text is in one of either kind. */
export function splitMarkdown(file: TextFile, from = 0): Region[] {
  const regions = splitByLine(file, from);
  return [...regions, ...doubtfulRegions(file, regions, from)];
}

/** Takes marks for what they look like, in one pass. A broken document loses structure, but never text. */
function splitByLine(file: TextFile, from: number): Region[] {
  const splitter = new Splitter(file);
  for (const line of linesFrom(file.text, from)) {
    if (splitter.isOver) return splitter.finishWith(line.start);
    splitter.take(line);
  }
  return splitter.finish();
}

class Splitter {
  private readonly regions: Region[] = [];
  private outline: Outline[] = [];
  private headings: readonly string[] = [];
  private paragraph = '';
  private lead = '';
  private block: Block | null = null;
  /** Whether a comment is open that nothing closes: the rest of the document is in it, including any code. */
  private isInEndlessComment = false;
  private readonly file: TextFile;

  constructor(file: TextFile) {
    this.file = file;
  }

  take(line: Line): void {
    if (this.block?.kind === 'code') this.continueCode(this.block, line);
    else if (this.block?.kind === 'comment') this.continueComment(this.block, line);
    else this.begin(line);
  }

  get isOver(): boolean {
    return this.regions.length >= MAX_IN_ALL;
  }

  private get isFull(): boolean {
    return this.regions.length >= MAX_REGIONS;
  }

  /** Reads the rest of a document with too many parts as one. */
  finishWith(start: number): Region[] {
    this.close();
    const rest: Block = { kind: 'prose', start, end: this.file.text.length, info: '', fence: '' };
    return [...this.regions, this.regionOf(rest, this.file.text.slice(start))];
  }

  finish(): Region[] {
    this.close();
    return this.regions;
  }

  private continueCode(block: Block, line: Line): void {
    const closing = line.text.trim();
    if (!closing.startsWith(block.fence) || !/^(?:`+|~+)$/.test(closing)) {
      block.end = line.end;
      return;
    }
    this.close();
    if (this.isInEndlessComment) this.block = commentFrom(line.end + 1);
  }

  private continueComment(block: Block, line: Line): void {
    if (this.isInEndlessComment && FENCE.test(line.text)) {
      this.beginText(line);
      return;
    }
    const close = line.text.indexOf('-->');
    block.end = close === -1 ? line.end : line.start + close;
    if (close === -1) return;
    this.close();
    const rest = line.start + close + 3;
    this.begin({ text: line.text.slice(close + 3), start: rest, end: line.end });
  }

  private begin(line: Line): void {
    const comment = this.isFull ? -1 : openComment(line.text);
    if (comment !== -1) {
      if (comment > 0)
        this.beginText({ ...line, text: line.text.slice(0, comment), end: line.start + comment });
      this.close();
      this.block = { ...commentFrom(line.start + comment + 4), end: line.end };
      this.isInEndlessComment = this.file.text.indexOf('-->', line.end) === -1;
    } else this.beginText(line);
  }

  private beginText(line: Line): void {
    const fence = FENCE.exec(line.text);
    if (fence !== null) {
      this.close();
      const [, marks = '', info = ''] = fence;
      this.block = { kind: 'code', start: line.end + 1, end: line.end + 1, info, fence: marks };
    } else if (line.text.trim() === '' && !this.isFull) this.close();
    else this.continueText(line);
  }

  private continueText(line: Line): void {
    const kind = this.isFull ? 'prose' : kindOfLine(line.text);
    const isContinuation = this.block !== null && kind === 'prose' && this.block.kind !== 'heading';
    if (isContinuation && this.block !== null) {
      this.block.end = line.end;
      return;
    }
    if (kind !== 'quote' || this.block?.kind !== 'quote') this.close();
    if (this.block === null) this.block = { kind, start: line.start, end: line.end, info: '', fence: '' };
    else this.block.end = line.end;
    if (kind === 'heading' || kind === 'table') this.close();
  }

  private close(): void {
    const block = this.block;
    this.block = null;
    if (block === null || block.end <= block.start) return;
    const text = this.file.text.slice(block.start, block.end);
    if (block.kind === 'heading') this.enterHeading(text);
    this.regions.push(this.regionOf(block, text));
    if (block.kind === 'prose') this.paragraph = text.slice(-LEAD_LENGTH);
    if (block.kind === 'prose' || block.kind === 'list-item') this.lead = text.slice(-LEAD_LENGTH);
    if (block.kind !== 'code' && block.kind !== 'comment') this.addInlineComments(block, text);
  }

  private regionOf(block: Block, text: string): Region {
    const language = block.kind === 'code' ? languageNamed(block.info) : null;
    const { file, headings } = this;
    const lead = block.kind === 'list-item' ? this.paragraph : this.lead;
    return { kind: block.kind, file, text, offset: block.start, language, headings, lead, layers: [] };
  }

  private enterHeading(text: string): void {
    const [, marks = '#', title = ''] = HEADING.exec(text) ?? [];
    this.outline = [
      ...this.outline.filter(({ level }) => level < marks.length),
      { level: marks.length, title: title.slice(0, MAX_TITLE) },
    ];
    this.headings = this.outline.filter(({ level }) => level > 1).map((entry) => entry.title);
    this.paragraph = '';
    this.lead = '';
  }

  private addInlineComments(block: Block, text: string): void {
    let open = text.indexOf('<!--');
    while (open !== -1 && !this.isFull) {
      const close = text.indexOf('-->', open);
      const end = close === -1 ? text.length : close;
      const comment: Block = {
        ...block,
        kind: 'comment',
        start: block.start + open + 4,
        end: block.start + end,
      };
      this.regions.push(this.regionOf(comment, text.slice(open + 4, end)));
      open = close === -1 ? -1 : text.indexOf('<!--', close);
    }
  }
}

function commentFrom(start: number): Block {
  return { kind: 'comment', start, end: start, info: '', fence: '' };
}

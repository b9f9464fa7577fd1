import { isUtf8 } from 'node:buffer';
import type { Position } from '../../base/yaml-tree.ts';
import type { SkillFolder } from '../../contracts/skill.ts';

type TextFlaw = 'byte-order-mark' | 'utf-16' | 'invalid-utf-8' | 'nul';

/** A file of a skill, decoded whatever its bytes are, so that no byte can hide a text from the checks. */
export type TextFile = {
  path: string;
  executable: boolean;
  content: Uint8Array;
  /** The text without byte order mark, with every line break as `\n`, and U+FFFD for undecodable bytes. */
  text: string;
  /** The offset in `text` at which each line begins. */
  lineStarts: ArrayLike<number>;
  flaws: readonly TextFlaw[];
};

export function readTextFile({ path, executable, content }: SkillFolder['files'][number]): TextFile {
  const encoding = encodingOf(content);
  const text = decode(content, encoding);
  const flaws = flawsOf(content, encoding, text);
  return { path, executable, content, text, lineStarts: lineStartsOf(text), flaws };
}

/** The same file with the text that a program takes its bytes for. */
export function rereadAs(file: TextFile, text: string): TextFile {
  return { ...file, text, lineStarts: lineStartsOf(text) };
}

/** Line and column of an offset in `text`, from 1. Columns count UTF-16 units, as editors do. */
export function positionAt({ lineStarts }: TextFile, offset: number): Position {
  let low = 0;
  let high = lineStarts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
}

/** The text of one line, counted from 1, without its line break. */
export function lineAt({ text, lineStarts }: TextFile, line: number): string {
  const next = lineStarts[line];
  return text.slice(lineStarts[line - 1] ?? text.length, next === undefined ? text.length : next - 1);
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Line breaks in UTF-8 are normalised as bytes, because replacing them in a string takes memory for each. */
function decode(content: Uint8Array, encoding: Encoding): string {
  if (encoding === 'utf-8') return new TextDecoder().decode(withPlainLineEnds(content));
  return new TextDecoder(encoding).decode(content).replace(/\r\n?/g, '\n');
}

function withPlainLineEnds(content: Uint8Array): Uint8Array {
  let to = content.indexOf(CARRIAGE_RETURN);
  if (to === -1) return content;
  const plain = content.slice();
  for (let from = to; from < content.length; from++) {
    const byte = content[from] ?? 0;
    if (byte === LINE_FEED && content[from - 1] === CARRIAGE_RETURN) continue;
    plain[to++] = byte === CARRIAGE_RETURN ? LINE_FEED : byte;
  }
  return plain.subarray(0, to);
}

const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/** A byte order mark decides; without one, a zero in every other byte indicates ASCII in UTF-16. */
function encodingOf([first, second, third, fourth]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first && second === 0 && third && fourth === 0) return 'utf-16le';
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be';
  return 'utf-8';
}

function flawsOf(content: Uint8Array, encoding: Encoding, text: string): TextFlaw[] {
  const isMarked = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf;
  const flaws: Record<TextFlaw, boolean> = {
    'byte-order-mark': isMarked,
    'utf-16': encoding !== 'utf-8',
    'invalid-utf-8': encoding === 'utf-8' && !isUtf8(content),
    nul: text.includes('\0'),
  };
  return TEXT_FLAWS.filter((flaw) => flaws[flaw]);
}

const TEXT_FLAWS: readonly TextFlaw[] = ['byte-order-mark', 'utf-16', 'invalid-utf-8', 'nul'];

/**
 * Lines are counted first: for a file of nothing but line breaks, a growing list would take several times its
 * size.
 */
function lineStartsOf(text: string): Uint32Array {
  const starts = new Uint32Array(countLines(text));
  let line = 1;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts[line++] = end + 1;
  return starts;
}

function countLines(text: string): number {
  let lines = 1;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) lines++;
  return lines;
}

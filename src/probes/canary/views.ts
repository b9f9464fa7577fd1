import { Buffer, isAscii, isUtf8 } from 'node:buffer';
import { normalised } from '../../base/normalised.ts';
import { decodeEscapes } from './escapes.ts';
import { withoutSeparators } from './fold.ts';

/**
 * The bytes as they are; with escapes decoded as in programming languages and networks; with lookalike
 * letters normalised; and without what repeats.
 */
export function viewsOf(bytes: Uint8Array, isOutermost: boolean): Uint8Array[] {
  const text = textOf(bytes, isOutermost);
  if (text === null) return [bytes];
  const others = [...decodeEscapes(text), normalised(text, 'NFKC'), withoutFrames(text)];
  return [bytes, ...others.filter((view) => view !== text).map((view) => Buffer.from(view))];
}

/** The views in which a value with substituted characters is searched for, with and without separators. */
export function characterViewsOf(bytes: Uint8Array, isOutermost: boolean): (Uint8Array | Uint16Array)[] {
  const text = isAscii(bytes) ? null : textOf(bytes, isOutermost);
  const ofText = text === null ? [] : [text, text.replaceAll(/[^\p{L}\p{N}]/gu, '')];
  return [bytes, withoutSeparators(bytes), ...ofText.map(unitsOf)];
}

/**
 * `null` if the bytes are not text. What an agent put out itself counts as text even if some of it is not.
 */
function textOf(bytes: Uint8Array, isOutermost: boolean): string | null {
  if (!isOutermost && !isUtf8(bytes)) return null;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}

/**
 * Removes from each line what it has in common with the line before, at its start and at its end. Repetition
 * says nothing, and a value that was cut up and put between it is whole again.
 */
function withoutFrames(text: string): string {
  const lines = text.split('\n');
  return lines.map((line, index) => differing(line, lines[index - 1] ?? lines[index + 1] ?? '')).join('\n');
}

function differing(line: string, other: string): string {
  const most = Math.min(line.length, other.length);
  let start = 0;
  while (start < most && line[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && line.at(-1 - end) === other.at(-1 - end)) end += 1;
  return line.slice(start, line.length - end);
}

import { Buffer, isAscii, isUtf8 } from 'node:buffer';
import { decodeEscapes } from './decode-escapes.ts';
import { withoutSeparators } from './fold.ts';
import { withoutFrames } from './without-frames.ts';

/**
 * The bytes as they are; with escapes decoded as in programming languages and networks; with lookalike
 * letters normalised; and without what repeats.
 */
export function viewsOf(bytes: Uint8Array, isOutermost: boolean): Uint8Array[] {
  const text = textOf(bytes, isOutermost);
  if (text === null) return [bytes];
  const others = [decodeEscapes(text), text.normalize('NFKC'), withoutFrames(text)];
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

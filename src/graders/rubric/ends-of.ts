import { isUtf8 } from 'node:buffer';
import { bothEnds } from '../../base/both-ends.ts';

/** How many characters are shown of a text that is longer than both together. */
export type EndLimits = { head: number; tail: number };

/** A character in UTF-16 takes at most so many bytes in UTF-8, where one of four is two in UTF-16. */
const MOST_BYTES = 3;

/**
 * All of a text, or its two ends; `null` if it is no text. Nothing but the ends is read, so that it does not matter how long
 * it is.
 */
export function endsOf(content: Uint8Array, { head, tail }: EndLimits): string[] | null {
  if (content.length <= MOST_BYTES * (head + tail)) {
    const text = textOf(content);
    if (text === null) return null;
    const ends = bothEnds(text, { head, tail });
    return ends.leftOut === 0 ? [ends.head] : [ends.head, ends.tail];
  }
  const first = textOf(wholeAtEnd(content.subarray(0, MOST_BYTES * head)));
  const last = textOf(wholeAtStart(content.subarray(content.length - MOST_BYTES * tail)));
  if (first === null || last === null) return null;
  return [first.slice(0, head).toWellFormed(), last.slice(last.length - tail).toWellFormed()];
}

function textOf(bytes: Uint8Array): string | null {
  if (!isUtf8(bytes) || bytes.includes(0)) return null;
  const { buffer, byteOffset, byteLength } = bytes;
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}

/** A character in UTF-8 has up to three bytes after its first. */
const CUTS = [0, 1, 2, 3];

function wholeAtEnd(bytes: Uint8Array): Uint8Array {
  const cut = CUTS.find((count) => isUtf8(bytes.subarray(0, bytes.length - count))) ?? 0;
  return bytes.subarray(0, bytes.length - cut);
}

function wholeAtStart(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(CUTS.find((count) => isUtf8(bytes.subarray(count))) ?? 0);
}

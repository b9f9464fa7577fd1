import type { ContentDifference } from '../../contracts/content-difference.ts';
import { differingLines } from './differing-lines.ts';

/** How much is compared line by line, from the first difference on: an agent may leave files of any size. */
const WINDOW_BYTES = 64 * 1024;
/** How much of a line is shown before a difference far from its start. */
const LEAD_BYTES = 1024;
const LINE_FEED = 0x0a;

/** Describes how two contents differ. They must not be equal. */
export function contentDifference(expected: Uint8Array, found: Uint8Array): ContentDifference {
  const at = firstDifference(expected, found);
  const from = beginningOf(found, at);
  const sides = { expected: textFrom(expected, from), found: textFrom(found, from) };
  if (sides.expected === null || sides.found === null)
    return { kind: 'bytes', at, expectedBytes: expected.length, foundBytes: found.length };
  return differingLines(
    { text: sides.expected, isCut: isCut(expected, from) },
    { text: sides.found, isCut: isCut(found, from) },
    1 + countLineFeeds(found.subarray(0, from)),
  );
}

export function firstDifference(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length);
  let index = 0;
  while (index < length && one[index] === other[index]) index += 1;
  return index;
}

export function countLineFeeds(bytes: Uint8Array): number {
  return bytes.reduce((count, byte) => count + (byte === LINE_FEED ? 1 : 0), 0);
}

/**
 * The start of the line that holds the difference, or a place within that line. Up
 * to there both sides are equal.
 */
function beginningOf(bytes: Uint8Array, at: number): number {
  const lineStart = at === 0 ? 0 : bytes.lastIndexOf(LINE_FEED, at - 1) + 1;
  let from = Math.max(lineStart, at - LEAD_BYTES);
  while (from > lineStart && isContinuation(bytes[from])) from -= 1;
  return from;
}

/** Whether a byte continues a character that UTF-8 encodes with several bytes. */
function isContinuation(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}

/** `null` if the bytes are not text. */
function textFrom(bytes: Uint8Array, from: number): string | null {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    const text = decoder.decode(bytes.subarray(from, from + WINDOW_BYTES), { stream: isCut(bytes, from) });
    return text.includes('\0') ? null : text;
  } catch {
    // The decoder can only throw to say that these bytes are not UTF-8, which is an answer here.
    return null;
  }
}

function isCut(bytes: Uint8Array, from: number): boolean {
  return bytes.length > from + WINDOW_BYTES;
}

import { deflateSync, inflateSync } from 'node:zlib';
import { type OtherValue, spread } from './other-value.ts';

/** A stream of a PDF, by the place of its bytes in the file. */
type Stream = { from: number; to: number; isPacked: boolean; text: string };

const MOST_STREAMS = 256;
const MOST_BYTES = 4 * 1024 ** 2;
/** See section 9.4.3 of ISO 32000-1. */
const SHOWS_TEXT = /\bT[jJ]\b/;
/** A string in brackets, which ends where no backslash stands before its bracket. */
const STRING = /\((?:[^()\\]|\\.)*\)/g;
/** Codes of glyphs with two bytes each, as most programs write them. */
const GLYPHS = /<(?:[0-9A-Fa-f]{4})+>/g;
const LETTER = /(?<!\\)[A-Za-z0-9]/g;

export function isPdf(file: Buffer): boolean {
  return file.toString('latin1', 0, 5) === '%PDF-';
}

/** Changes a letter or a digit on a page. The file keeps its length, so that every place in it stays where it is. */
export function changePdf(file: Buffer, most: number): OtherValue[] {
  const streams = streamsIn(file).filter(({ text }) => SHOWS_TEXT.test(text));
  const chosen = spread(streams, most);
  const each = Math.ceil(most / chosen.length);
  return chosen.flatMap((stream) => othersOf(file, stream, each)).slice(0, most);
}

function streamsIn(file: Buffer): Stream[] {
  const streams: Stream[] = [];
  for (let at = file.indexOf('stream'); at !== -1 && streams.length < MOST_STREAMS; ) {
    const end = file.indexOf('endstream', at);
    if (end === -1) break;
    const about = file.toString('latin1', Math.max(0, at - 1024), at);
    const stream = streamAt(file, about.slice(about.lastIndexOf(' obj')), at + 'stream'.length, end);
    if (stream !== null) streams.push(stream);
    at = file.indexOf('stream', end + 'endstream'.length);
  }
  return streams;
}

/** What no filter or one of zlib's packs, and no other. */
function streamAt(file: Buffer, about: string, begin: number, end: number): Stream | null {
  const from = begin + (file[begin] === 0x0d ? 2 : 1);
  const filters = /\/Filter\s*(\[[^\]]*\]|\/\w+)/.exec(about)?.[1]?.match(/\/\w+/g) ?? [];
  const isPacked = filters.join() === '/FlateDecode';
  if (about.includes('/DecodeParms') || (filters.length > 0 && !isPacked)) return null;
  const bytes = file.subarray(from, end);
  if (!isPacked) return { from, to: end, isPacked, text: bytes.toString('latin1') };
  try {
    const text = inflateSync(bytes, { maxOutputLength: MOST_BYTES }).toString('latin1');
    return { from, to: end, isPacked, text };
  } catch {
    // What cannot be unpacked, or is too large, is left as it is.
    return null;
  }
}

type Change = { at: number; old: string; others: readonly string[]; what: (other: string) => string };

function othersOf(file: Buffer, stream: Stream, most: number): OtherValue[] {
  return spread(changesIn(stream.text), most).flatMap((change) => {
    for (const other of change.others) {
      const bytes = withChange(file, stream, change, other);
      if (bytes !== null) return [{ what: change.what(other), bytes }];
    }
    return [];
  });
}

function changesIn(text: string): Change[] {
  const letters = [...text.matchAll(STRING)].flatMap(({ index, 0: string }) =>
    [...string.matchAll(LETTER)].slice(-1).map((letter) => ({
      ...{ at: index + letter.index, old: letter[0], others: othersThan(letter[0]) },
      what: (other: string) => `has ${JSON.stringify(letter[0])} changed to "${other}" in ${shown(string)}`,
    })),
  );
  if (letters.length > 0) return letters;
  const glyphs = [...text.matchAll(GLYPHS)].map(({ index, 0: codes }) => ({
    at: index + codes.length - 5,
    old: codes.slice(-5, -1),
  }));
  const all = [...new Set(glyphs.map(({ old }) => old))];
  return glyphs.map(({ at, old }) => ({
    ...{ at, old, others: all.filter((other) => other !== old) },
    what: (other) => `has glyph ${old} changed to ${other} in its text`,
  }));
}

function othersThan(old: string): string[] {
  const all = /\d/.test(old) ? '1234567890' : 'xyzaeno';
  return [...all].filter((other) => other !== old.toLowerCase());
}

function shown(string: string): string {
  const text = string.slice(1, -1);
  return JSON.stringify(text.length <= 60 ? text : `…${text.slice(-60)}`);
}

/** `null` if the packed text becomes longer than it was. Whatever is behind packed bytes is not read. */
function withChange(
  file: Buffer,
  { from, to, isPacked, text }: Stream,
  { at, old }: Change,
  other: string,
): Buffer | null {
  const changed = Buffer.from(`${text.slice(0, at)}${other}${text.slice(at + old.length)}`, 'latin1');
  const written = isPacked ? deflateSync(changed, { level: 9 }) : changed;
  if (written.length > to - from) return null;
  const bytes = Buffer.from(file);
  bytes.fill(0x0a, from, to);
  written.copy(bytes, from);
  return bytes;
}

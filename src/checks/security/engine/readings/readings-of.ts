import { rereadAs, type TextFile } from '../../../skill/text-file.ts';
import { declaredEncoding, isPlainEncoding } from './declared-encoding.ts';
import { decodingsOf, withPlainNames } from './decodings.ts';
import { isDataFile, isProseFile } from './file-kind.ts';
import type { Language } from './language.ts';
import { hasDoubtfulBreaks, linesAsRead } from './line-breaks.ts';

export type Readings = { texts: readonly TextFile[]; isComplete: boolean };

/** More readings than a file has that nobody made to be read in many ways. */
const MAX_READINGS = 12;

/**
 * A file with each text that some program takes its bytes for, the usual one first. There is nearly always one.
 * Readings that do not fit into `room` characters, beside the first, are left out.
 */
export function readingsOf(file: TextFile, language: Language | null, room: number): Readings {
  if (!isDoubtful(file, language)) return { texts: [file], isComplete: true };
  // The texts of a file this large would only be made to be thrown away.
  if (file.content.length > 2 * room) return { texts: [file], isComplete: false };
  const found = new Set([file.text]);
  let left = room;
  for (const decoding of decodingsOf(file, language)) {
    for (const text of linesAsRead(decoding)) {
      if (found.has(text)) continue;
      left -= text.length;
      if (left < 0 || found.size >= MAX_READINGS) return { texts: textsOf(file, found), isComplete: false };
      found.add(text);
    }
  }
  return { texts: textsOf(file, found), isComplete: true };
}

function textsOf(file: TextFile, [, ...others]: ReadonlySet<string>): TextFile[] {
  return [file, ...others.map((text) => rereadAs(file, text))];
}

/** One look at a file that tells whether it can have another reading at all. */
function isDoubtful(file: TextFile, language: Language | null): boolean {
  const { flaws, text, content } = file;
  if (flaws.includes('utf-16') || flaws.includes('nul') || hasDoubtfulBreaks(file)) return true;
  if (isForShell(file, language) && (flaws.includes('byte-order-mark') || content.includes(RETURN)))
    return true;
  const encoding = declaredEncoding(text);
  if (encoding !== null && !isPlainEncoding(encoding)) return true;
  return language === 'python' && /[^\0-\x7f]/.test(text) && withPlainNames(text) !== text;
}

const RETURN = 0x0d;

/**
 * Shells, make and their like take a byte order mark and the carriage returns of Windows for characters of a
 * word, and may be given whatever is not written for another program.
 */
function isForShell({ path }: TextFile, language: Language | null): boolean {
  return language === null ? !isProseFile(path) && !isDataFile(path) : SHELLS.includes(language);
}

const SHELLS: readonly Language[] = ['bash', 'other'];

import { declaredEncoding, isPlainEncoding } from '../readings/declared-encoding.ts';
import { opaqueKindOf } from '../readings/file-kind.ts';
import type { FileReadings } from '../readings/read-files.ts';
import type { Signal } from '../signal.ts';
import { fileSignal } from './file-signal.ts';

/** Scripts in a form that serves only to have them read in several ways, and files that were not read in all. */
export function ambiguousTexts(files: readonly FileReadings[]): Signal[] {
  return files.flatMap((file) => {
    const title = (isScript(file) ? titleOf(file) : null) ?? leftOut(file);
    // The lines of data and prose mean the same wherever they end.
    const severity = isScript(file) ? 'high' : 'medium';
    return title === null
      ? []
      : [fileSignal(file.file, { rule: 'security/ambiguous-text', severity, title })];
  });
}

function isScript({ languages }: FileReadings): boolean {
  return languages.some((language) => language !== 'markup' && language !== 'data');
}

function titleOf({ file, languages }: FileReadings): string | null {
  const encoding = declaredEncoding(file.text);
  if (opaqueKindOf(file) !== null) return 'Is a script that begins like a file of another kind';
  if (encoding !== null && !isPlainEncoding(encoding)) return `Is a script that declares to be ${encoding}`;
  if (languages.includes('powershell') && isMarkedUtf16(file.content)) return null;
  if (file.flaws.includes('utf-16')) return 'Is a script that looks like UTF-16';
  return file.content.includes(0) ? 'Is a script with NUL characters' : null;
}

/** The editors of Windows save scripts like this, and PowerShell reads them. */
function isMarkedUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function leftOut({ isComplete }: FileReadings): string | null {
  return isComplete ? null : 'Can be read in more ways than were reviewed';
}

import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AssayError, reasonOf } from '../base/assay-error.ts';
import { isMissing } from '../sources/file-fault.ts';

/**
 * A file that was named on the command line. `what` (its content) and `hint` are for the error if it is the
 * wrong file.
 */
export type GivenFile = { file: string; what: string; hint?: string };

const STANDARD_INPUT = '-';

export function readGiven({ file, what, hint = '' }: GivenFile): string {
  try {
    return readFileSync(file === STANDARD_INPUT ? 0 : file, 'utf8');
  } catch (cause) {
    const place = file === STANDARD_INPUT ? 'standard input' : file;
    const message = `Cannot read the ${what} from ${place}: ${reasonOf(cause)}. ${hint}`.trimEnd();
    throw new AssayError('FILE_UNREADABLE', message, { cause });
  }
}

export function writeGiven({ file, what }: GivenFile, text: string): void {
  orUnwritable({ file, what }, () => writeFileSync(file, text));
}

/** Checks as much as can be checked before there is anything to write. */
export function requireWritable({ file, what }: GivenFile): void {
  const isFolder = orUnwritable({ file, what }, () => {
    accessSync(`${dirname(resolve(file))}/.`, constants.W_OK);
    return statSync(file, { throwIfNoEntry: false })?.isDirectory();
  });
  if (isFolder)
    throw new AssayError(
      'FILE_UNWRITABLE',
      `Cannot write the ${what} to ${file}: it is a folder, not a file.`,
    );
}

export function orUnwritable<Value>({ file, what }: GivenFile, work: () => Value): Value {
  try {
    return work();
  } catch (cause) {
    const folder = dirname(file);
    const hasNone = isMissing(cause) && !existsSync(folder);
    const reason = hasNone ? `the folder ${folder} does not exist` : reasonOf(cause);
    throw new AssayError('FILE_UNWRITABLE', `Cannot write the ${what} to ${file}: ${reason}.`, { cause });
  }
}

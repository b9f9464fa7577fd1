import { lstat, readFile } from 'node:fs/promises';
import { AssayError } from '../base/assay-error.ts';
import { isMissing, unreadable } from '../sources/file-fault.ts';

/** Far more than anybody writes by hand. */
const MAX_BYTES = 1024 * 1024;

/** `null` if there is no such file. */
export async function readText(path: string): Promise<string | null> {
  try {
    return await readRegularFile(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error instanceof AssayError ? error : unreadable(path, error);
  }
}

async function readRegularFile(path: string): Promise<string> {
  const status = await lstat(path);
  if (!status.isFile()) throw invalid(path, 'expected a regular file. Put the file itself here');
  if (status.size > MAX_BYTES) throw invalid(path, `expected at most 1 MiB, found ${status.size} bytes`);
  const content = await readFile(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (cause) {
    throw invalid(path, 'expected text in UTF-8. Save it in that encoding', cause);
  }
}

function invalid(path: string, problem: string, cause?: unknown): AssayError {
  return new AssayError('INPUT_INVALID', `${path}: ${problem}.`, { cause });
}

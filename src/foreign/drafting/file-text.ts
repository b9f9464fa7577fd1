import { AssayError } from '../../base/assay-error.ts';
import type { Files } from '../foreign-format.ts';

/** Far more than anybody writes by hand. */
const MAX_BYTES = 1024 * 1024;

/** A file as text; it is refused if it is none. */
export function fileText({ path, content }: Files[number]): string {
  if (content.length > MAX_BYTES)
    throw new AssayError('INPUT_INVALID', `${path}: expected at most 1 MiB, found ${content.length} bytes.`);
  const text = textOrNull(content);
  if (text === null)
    throw new AssayError('INPUT_INVALID', `${path}: expected text in UTF-8. Save it in that encoding.`);
  return text;
}

/** `null` for what is no text. */
export function textOrNull(content: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    // Whatever cannot be decoded is no text, which is the answer.
    return null;
  }
}

export function textFile(path: string, text: string, executable = false): Files[number] {
  return { path, executable, content: new TextEncoder().encode(text) };
}

/** The files of a folder, by their paths in it. `folder` is empty or ends with a slash. */
export function filesBelow(folder: string, files: Files): Files {
  return files
    .filter(({ path }) => path.startsWith(folder))
    .map((file) => ({ ...file, path: file.path.slice(folder.length) }));
}

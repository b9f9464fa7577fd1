const ENTRY = 'PK\x01\x02';
const NAME_LENGTH_AT = 28;
const NAME_AT = 46;
const MAIN = /^__main__\.py[co]?$/;

/** Whether Python runs the file as a program: a ZIP archive with a main module, whatever stands before it. */
export function isPackedProgram(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  for (let at = bytes.indexOf(ENTRY, 0, 'latin1'); at !== -1; at = bytes.indexOf(ENTRY, at + 4, 'latin1')) {
    const length = (bytes[at + NAME_LENGTH_AT] ?? 0) + 256 * (bytes[at + NAME_LENGTH_AT + 1] ?? 0);
    const name = bytes.toString('latin1', at + NAME_AT, at + NAME_AT + Math.min(length, MAX_NAME));
    if (MAIN.test(name)) return true;
  }
  return false;
}

/** Longer than the names that matter. */
const MAX_NAME = 20;

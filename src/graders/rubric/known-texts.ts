/** Texts of a task: those that are at hand, and the files that may be many megabytes. */
export type Known = { texts: readonly string[]; files: readonly Uint8Array[] };

/** As much of a file is read at once. */
const STRETCH_BYTES = 1024 * 1024;

type Reading = {
  /** The form in which the texts are compared, which must not depend on what stands around a part. */
  as: (text: string) => string;
  /** Whatever has at most so many characters in that form stands in one stretch as a whole. */
  overlap: number;
};

/** Reads whole texts, however long they are, in stretches that overlap. */
export function* stretchesOf({ texts, files }: Known, reading: Reading): Generator<string> {
  for (const text of texts) yield reading.as(text);
  for (const file of files) yield* stretchesOfFile(file, reading);
}

function* stretchesOfFile(file: Uint8Array, { as, overlap }: Reading): Generator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let before = '';
  for (let at = 0; at < file.length; at += STRETCH_BYTES) {
    const isLast = at + STRETCH_BYTES >= file.length;
    rest += decoder.decode(file.subarray(at, at + STRETCH_BYTES), { stream: !isLast });
    const end = isLast ? rest.length : endOfWord(rest);
    const stretch = joined(before, as(rest.slice(0, end)));
    yield stretch;
    before = overlap === 0 ? '' : stretch.slice(-overlap);
    rest = rest.slice(end);
  }
}

/** Letters and their marks stay together, unless there is no space far and wide. */
function endOfWord(text: string): number {
  const at = text.search(/\s\S*$/);
  return at <= 0 ? text.length : at;
}

function joined(before: string, after: string): string {
  return before.endsWith(' ') && after.startsWith(' ') ? before + after.slice(1) : before + after;
}

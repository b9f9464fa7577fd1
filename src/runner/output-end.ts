const MAX_CHARACTERS = 600;

/** The end of a program's output, because that is where it says what was wrong. */
export function outputEnd(output: string): string {
  const text = output.trim();
  return text.length <= MAX_CHARACTERS ? text : `…${text.slice(-MAX_CHARACTERS).toWellFormed()}`;
}

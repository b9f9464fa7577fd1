/** One word for a POSIX shell, whatever the text holds. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The characters that are kept at the start of a longer text, and at its end, where results and errors are.
 */
const HEAD = 20_000;
const TAIL = 10_000;

/** Both ends of a text that is too long for a conversation, and between them how much is missing. */
export function cutMiddle(text: string): string {
  if (text.length <= HEAD + TAIL) return text;
  const head = text.slice(0, HEAD).replace(/[\ud800-\udbff]$/, '');
  const tail = text.slice(-TAIL).replace(/^[\udc00-\udfff]/, '');
  const missing = text.length - head.length - tail.length;
  return `${head}\n[… ${missing} of ${text.length} characters left out …]\n${tail}`;
}

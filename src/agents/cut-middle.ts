/** Characters that are kept of a longer text: what it begins with, and what it ends with, where results and errors stand. */
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

/** Shorter runs say nothing, and chance makes them everywhere in compressed data. */
const MIN_RUN = 4;

/**
 * What a program that looks for text finds between bytes that are none. Line breaks are kept, because a shell
 * goes on after a line that it does not understand.
 */
export function printableText(text: string): string {
  const kept: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start;
    while (end < text.length && isPrintable(text.charCodeAt(end))) end++;
    const run = text.slice(start, end);
    if (run.length >= MIN_RUN) kept.push(run);
    else if (run.includes('\n')) kept.push('\n');
    start = end + 1;
    while (start < text.length && !isPrintable(text.charCodeAt(start))) start++;
    if (kept.at(-1) !== GAP) kept.push(GAP);
  }
  return kept.join('');
}

const GAP = '\ufffd';

function isPrintable(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d;
  return code !== 0x7f && code !== 0xfffd;
}

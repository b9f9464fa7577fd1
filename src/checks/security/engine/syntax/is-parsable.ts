/** Deeper than any person nests; parsers have been seen to overflow the stack at ten times as much. */
const MAX_NESTING = 400;
/** Commands in one pipeline. The grammar of shells takes quadratic memory in their number. */
const MAX_PIPES = 200;

/** Whether a source can safely be passed to its grammar. One pass, whatever the source is. */
export function isParsable(source: string): boolean {
  let depth = 0;
  let pipes = 0;
  for (let at = 0; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code === 0x28 || code === 0x5b || code === 0x7b) depth++;
    else if (code === 0x29 || code === 0x5d || code === 0x7d) depth = Math.max(0, depth - 1);
    else if (code === 0x7c) pipes++;
    else if (code === 0x3b || code === 0x26 || (code === 0x0a && !endsInPipe(source, at))) pipes = 0;
    if (depth > MAX_NESTING || pipes > MAX_PIPES) return false;
  }
  return true;
}

/** A pipeline continues after a line that ends in `|`. */
function endsInPipe(source: string, newline: number): boolean {
  let at = newline - 1;
  while (at >= 0 && (source.charCodeAt(at) === 0x20 || source.charCodeAt(at) === 0x09)) at--;
  return source.charCodeAt(at) === 0x7c;
}

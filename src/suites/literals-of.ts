/** Letters that have a meaning behind a backslash. */
const SHORTHANDS = 'dDwWsSbBAzQEnrtfv';
const SYNTAX = '^$.*+?|()';

/** The texts that a pattern (RE2) has as they are, in their order. What only may be there is among them. */
export function literalsOf(pattern: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (let at = 0; at < pattern.length; ) {
    const length = lengthOfSyntax(pattern, at);
    const isEscaped = length === 0 && pattern[at] === '\\';
    if (length === 0) piece += pattern.charAt(isEscaped ? at + 1 : at);
    else {
      pieces.push(piece);
      piece = '';
    }
    at += length || (isEscaped ? 2 : 1);
  }
  return [...pieces, piece].map((one) => one.trim()).filter((one) => one !== '');
}

/** How long what is no literal is at this place: a class, the start of a group, a repetition, a sign; 0 if it is one. */
function lengthOfSyntax(pattern: string, at: number): number {
  const [first = '', second = '', third = ''] = pattern.slice(at, at + 3);
  if (first === '\\' && 'pP'.includes(second)) return third === '{' ? lengthTo('}', pattern, at) : 3;
  if (first === '\\') return SHORTHANDS.includes(second) ? 2 : 0;
  if (first === '[') return lengthOfClass(pattern, at);
  if (first === '{') return lengthTo('}', pattern, at);
  if (first === '(' && second === '?') return lengthOfGroupStart(pattern, at);
  return SYNTAX.includes(first) ? 1 : 0;
}

function lengthTo(end: string, pattern: string, at: number): number {
  const found = pattern.indexOf(end, at);
  return found === -1 ? 1 : found + 1 - at;
}

/** A bracket at the beginning of a class is one of its characters. */
function lengthOfClass(pattern: string, at: number): number {
  let end = at + (pattern[at + 1] === '^' ? 2 : 1);
  if (pattern[end] === ']') end += 1;
  while (end < pattern.length && pattern[end] !== ']') end += pattern[end] === '\\' ? 2 : 1;
  return end + 1 - at;
}

/** `(?:`, `(?i)`, `(?P<name>` and `(?<name>`. */
function lengthOfGroupStart(pattern: string, at: number): number {
  let end = at + 2;
  while (end < pattern.length && !':)>'.includes(pattern.charAt(end))) end += 1;
  return end + 1 - at;
}

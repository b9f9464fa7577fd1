/** The runs of letters, digits and underscores of a text, in lower case: a cheap look before any search. */
export function wordSetOf(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase();
  const words = new Set<string>();
  let start = -1;
  for (let at = 0; at < lower.length; at++) {
    if (isWordCharacter(lower.charCodeAt(at))) {
      if (start === -1) start = at;
    } else if (start !== -1) {
      if (at - start <= MAX_WORD) words.add(lower.slice(start, at));
      start = -1;
    }
  }
  if (start !== -1) words.add(lower.slice(start, start + MAX_WORD));
  return words;
}

const MAX_WORD = 40;

function isWordCharacter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
}

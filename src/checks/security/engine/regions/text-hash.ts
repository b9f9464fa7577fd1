const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * FNV-1a over UTF-16 units. Looking up a word by its hash needs no string; a caller that finds one compares
 * the text.
 */
export function startHash(): number {
  return BASIS;
}

export function addToHash(hash: number, code: number): number {
  return Math.imul(hash ^ code, PRIME);
}

export function hashOf(text: string): number {
  let hash = startHash();
  for (let at = 0; at < text.length; at++) hash = addToHash(hash, text.charCodeAt(at));
  return hash;
}

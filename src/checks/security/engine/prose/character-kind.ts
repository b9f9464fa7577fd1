/** The kind of a character for splitting text into sentences and words. */
const SEPARATOR = 0;
export const LETTER = 1;
export const QUOTE = 2;
export const STOP = 3;
export const LINE_END = 4;
export const APOSTROPHE = 5;

export const LEFT_QUOTE = 0x201c;
export const RIGHT_QUOTE = 0x201d;
const RIGHT_SINGLE_QUOTE = 0x2019;

const ASCII = kindsOfAscii();

/** Beyond ASCII, every character is a letter except punctuation, blanks and invisible ones. */
export function kindOf(code: number): number {
  if (code < 128) return ASCII[code] ?? SEPARATOR;
  if (code === LEFT_QUOTE || code === RIGHT_QUOTE) return QUOTE;
  if (code === RIGHT_SINGLE_QUOTE) return APOSTROPHE;
  const isPunctuation = (code >= 0x2000 && code < 0x2070) || (code >= 0x3000 && code < 0x3040);
  return code < 0xc0 || isPunctuation || code >= 0xfff0 ? SEPARATOR : LETTER;
}

function kindsOfAscii(): Uint8Array {
  const kinds = new Uint8Array(128);
  const assign = (characters: string, kind: number) => {
    for (const character of characters) kinds[character.charCodeAt(0)] = kind;
  };
  assign('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$~@%#/.\\+&*-', LETTER);
  assign('"`', QUOTE);
  assign('!?;', STOP);
  assign('\n', LINE_END);
  assign("'", APOSTROPHE);
  return kinds;
}

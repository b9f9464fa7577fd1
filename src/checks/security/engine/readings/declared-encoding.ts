import { decodeUtf7 } from './utf-7.ts';

const COMMENT = /^[ \t\f]*#/;
const NAME = /^coding[:=][ \t]{0,20}([-_.a-z0-9]{1,40})/i;

/**
 * The encoding that the first two lines of a script declare, as Python (PEP 263), Ruby and Emacs read it; null
 * if they declare none.
 */
export function declaredEncoding(text: string): string | null {
  const first = endOfLine(text, 0);
  return declaredIn(text.slice(0, first)) ?? declaredIn(text.slice(first + 1, endOfLine(text, first + 1)));
}

/** Python takes any line break here, whatever the rest of the file has. */
function endOfLine(text: string, from: number): number {
  const breaks = [text.indexOf('\n', from), text.indexOf('\r', from)].filter((at) => at !== -1);
  return Math.min(text.length, ...breaks);
}

function declaredIn(line: string): string | null {
  if (!COMMENT.test(line)) return null;
  for (let at = line.indexOf('coding'); at !== -1; at = line.indexOf('coding', at + 1)) {
    const name = NAME.exec(line.slice(at, at + MAX_DECLARATION))?.[1];
    if (name !== undefined) return name.toLowerCase().replaceAll('_', '-');
  }
  return null;
}

const MAX_DECLARATION = 80;

/**
 * Encodings in which each byte of ASCII means itself and nothing else, wherever it is: a reader who takes them
 * for UTF-8 sees the same code. Multibyte encodings are none, because they hide ASCII inside a character.
 */
const PLAIN =
  /^(?:(?:us-?)?ascii|646|utf-?8(?:-.{0,20})?|u8|latin-?\d{0,2}(?:-.{0,20})?|l\d|iso-?8859(?:-.{0,20})?|(?:cp|windows-?)(?:12\d\d|437|65001|7\d\d|8(?!75)\d\d)|koi8-.{1,3}|mac-?\w{0,12}|binary|none)$/;

export function isPlainEncoding(name: string): boolean {
  return PLAIN.test(name);
}

/** The text in an encoding other than a plain one; null if nobody here can decode it. */
export function decodeDeclared(content: Uint8Array, name: string): string | null {
  if (isPlainEncoding(name)) return null;
  if (/^(?:utf-?7|u7|unicode-1-1-utf-7)$/.test(name))
    return decodeUtf7(Buffer.from(content).toString('latin1'));
  try {
    return new TextDecoder(name).decode(content);
  } catch {
    // Nobody here knows the encoding; that a script declares it is a finding of its own.
    return null;
  }
}

import { normalised } from '../../../../base/normalised.ts';
import type { TextFile } from '../../../skill/text-file.ts';
import { declaredEncoding, decodeDeclared } from './declared-encoding.ts';
import type { Language } from './language.ts';

/** The texts, with their line breaks, that programs take the bytes of a file for. */
export function* decodingsOf(file: TextFile, language: Language | null): Generator<string> {
  for (const text of encodedTexts(file)) {
    for (const whole of nulsAsRead(text)) {
      yield whole;
      if (language === 'python') yield withPlainNames(whole);
    }
  }
}

function* encodedTexts({ content, flaws }: TextFile): Generator<string> {
  if (flaws.includes('utf-16')) yield decoded(content, isBigEndian(content) ? 'utf-16be' : 'utf-16le');
  const text = decoded(content, 'utf-8');
  yield text;
  // To a program that knows no byte order mark, it is a part of the first word.
  if (flaws.includes('byte-order-mark')) yield `\ufffd${text}`;
  const encoding = declaredEncoding(text);
  const declared = encoding === null ? null : decodeDeclared(content, encoding);
  if (declared !== null) yield declared;
}

/** Undecodable bytes become U+FFFD, and none of them takes a byte of ASCII with it. */
function decoded(content: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(content);
}

function isBigEndian([first]: Uint8Array): boolean {
  return first === 0xfe || first === 0;
}

/** Shells drop NULs, and to older versions of Python a line ends there. */
function* nulsAsRead(text: string): Generator<string> {
  yield text;
  if (!text.includes('\0')) return;
  yield text.replaceAll('\0', '');
  yield text.replace(/\0[^\r\n]*/g, '');
}

/** Python takes names in their compatibility form (PEP 3131), so `ｅｖａｌ` is `eval`. */
export function withPlainNames(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, (character) => {
    const compatible = normalised(character, 'NFKC');
    return /^\w+$/.test(compatible) ? compatible : character;
  });
}

import { endOfString } from './parse-call.ts';

export type Token = { token: string; at: number };

/** Finds matches in a call's arguments outside strings and the paths of descriptors, which may contain anything. */
export function* outsideStrings(text: string, wanted: RegExp): Generator<Token> {
  const pattern = new RegExp(`["<]|${wanted.source}`, 'g');
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [token] = match;
    const { index: at } = match;
    if (token === '"') pattern.lastIndex = afterEnd(endOfString(text, at + 1), text);
    else if (token === '<') pattern.lastIndex = afterEnd(text.indexOf('>', at), text);
    else yield { token, at };
  }
}

function afterEnd(end: number, text: string): number {
  return end < 0 ? text.length : end + 1;
}

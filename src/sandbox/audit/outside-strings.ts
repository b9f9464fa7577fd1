import { endOfString } from './parse-call.ts';

export type Token = { token: string; at: number };

/** Parts of a call's arguments that match, other than in a string or in the path of a descriptor: those may hold anything. */
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

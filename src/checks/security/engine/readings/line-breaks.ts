import type { TextFile } from '../../../skill/text-file.ts';

/** A convention of where a line ends, by who follows it; whatever else may look like a break is a character. */
const CONVENTIONS: readonly ((text: string) => string)[] = [
  // Python, Markdown and editors.
  (text) => text.replace(/\r\n?/g, '\n'),
  // Shells, make and Perl. A carriage return is a character of a word there, which no grammar here knows.
  (text) => text.replaceAll('\r', '\ufffd'),
  // JavaScript.
  (text) => text.replace(/\r\n?|[\u2028\u2029]/g, '\n'),
  // YAML 1.1 and C#.
  (text) => text.replace(/\r\n?|[\x85\u2028\u2029]/g, '\n'),
];

/** The texts that a text is, with `\n` for each break, to those who disagree on where its lines end. */
export function* linesAsRead(text: string): Generator<string> {
  for (const convention of CONVENTIONS) yield convention(text);
}

/** Whether a line ends elsewhere for some program, leaving the line ends of Windows aside. */
export function hasDoubtfulBreaks({ content, text }: TextFile): boolean {
  return /[\x85\u2028\u2029]/.test(text) || hasLoneReturn(content);
}

function hasLoneReturn(content: Uint8Array): boolean {
  for (let at = content.indexOf(RETURN); at !== -1; at = content.indexOf(RETURN, at + 1)) {
    if (content[at + 1] !== LINE_FEED) return true;
  }
  return false;
}

const RETURN = 0x0d;
const LINE_FEED = 0x0a;

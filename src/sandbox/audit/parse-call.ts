/** One parsed system call, as strace prints it. */
export type Call = {
  name: string;
  /** Strings among the arguments, in their order, except those in a list of strings. */
  strings: readonly string[];
  list: readonly string[];
  /** Whether a string or a list was longer than what is printed. */
  isCut: boolean;
  /** The arguments as printed. */
  text: string;
  result: string;
};

type Arguments = Pick<Call, 'strings' | 'list' | 'isCut'>;

const NAME = /^[a-z_0-9]+(?=\()/;
/** Strict, so that a file name that looks like a result is not taken for one. */
const RESULT = /^(?:\d+<[^<>]*>(?:\(deleted\))?|-?\d+(?: .*\))?|\?(?: <unavailable>| [A-Z]+ .*\))?)$/s;
const EQUALS = ' = ';
const CUT = '...';

/** Returns `null` if the text is not a call. Anybody can write such a line, so it is parsed in one pass. */
export function parseCall(line: string): Call | null {
  const [name] = NAME.exec(line) ?? [];
  const equals = line.lastIndexOf(EQUALS, startOfLastPath(line));
  const called = line.slice(0, Math.max(0, equals)).trimEnd();
  const result = line.slice(equals + EQUALS.length);
  if (name === undefined || !called.endsWith(')') || !RESULT.test(result)) return null;
  const text = called.slice(name.length + 1, -1);
  const read = readArguments(text);
  return read === null ? null : { name, ...read, text, result };
}

/** The path of a returned descriptor may contain text that looks like a result. */
function startOfLastPath(line: string): number {
  return /(?:>|>\(deleted\))$/.test(line.slice(-10)) ? line.lastIndexOf('<') : line.length;
}

/** Returns `null` if a string or a path has no end. */
function readArguments(text: string): Arguments | null {
  const strings: string[] = [];
  const list: string[] = [];
  let depth = 0;
  let isCut = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '[') depth += 1;
    else if (character === ']') depth -= 1;
    else if (text.startsWith(CUT, at)) isCut = true;
    else if (character === '<' || character === '"') {
      // A descriptor's path may contain brackets and quotes, but no `>` of its own.
      const end = character === '<' ? text.indexOf('>', at) : endOfString(text, at + 1);
      if (end < 0) return null;
      if (character === '"') (depth > 0 ? list : strings).push(unescapeC(text.slice(at + 1, end)));
      at = end;
    }
  }
  return { strings, list, isCut };
}

/** Returns the index of the quote that ends a string, or -1. */
export function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '"') return at;
    if (text[at] === '\\') at += 1;
  }
  return -1;
}

/** The result of a call whose process was killed during it or at its end. */
export const INTERRUPTED = 'interrupted';

/** Returns the name of the error, or `null` for a call that succeeded. */
export function errorOf({ result }: Call): string | null {
  return /^-1 ([A-Z0-9]+)/.exec(result)?.[1] ?? (result.startsWith('?') ? INTERRUPTED : null);
}

/** Also true for a call whose result was not recorded. */
export function mayHaveSucceeded(call: Call): boolean {
  const error = errorOf(call);
  return error === null || error === INTERRUPTED;
}

/** The path that the kernel gives a descriptor, as in `3</etc/hosts>`; `null` if it has none. */
export function pathOfDescriptor(text: string): string | null {
  const path = /^(?:AT_FDCWD|\d+)<(\/[^<>]*)>/.exec(text.trim())?.[1];
  return path === undefined ? null : unescapeC(path);
}

const NAMED: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, v: 11, f: 12, a: 7, b: 8, e: 27 };

export function unescapeC(text: string): string {
  return text.includes('\\') ? unescapeBytes(text).toString() : text;
}

const ESCAPE_OR_PLAIN = /\\([0-7]{1,3})|\\x([0-9a-f]{2})|\\([ntrvfabe])|([^\\]+)|\\.?/gs;
/** The largest number of bytes that one UTF-16 code unit of a string has in UTF-8. */
const MOST_BYTES = 3;

/** Decodes C's escapes to bytes, because a file name need not be valid text. */
export function unescapeBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(MOST_BYTES * text.length);
  let length = 0;
  for (const [token, octal, hex, named, plain] of text.matchAll(ESCAPE_OR_PLAIN)) {
    if (octal !== undefined) length = bytes.writeUInt8(Number.parseInt(octal, 8) & 0xff, length);
    else if (hex !== undefined) length = bytes.writeUInt8(Number.parseInt(hex, 16), length);
    else if (named !== undefined) length = bytes.writeUInt8(NAMED[named] ?? 0, length);
    else length += bytes.write(plain ?? token.slice(1), length);
  }
  return bytes.subarray(0, length);
}

/** One system call as strace prints it, taken apart. */
export type Call = {
  name: string;
  /** Strings among the arguments, in their order; those in a list of strings stand in `list` alone. */
  strings: readonly string[];
  list: readonly string[];
  /** True where a string or a list was longer than what is printed. */
  isCut: boolean;
  /** The arguments as printed. */
  text: string;
  result: string;
};

/** Strict about the result, so that a file name that looks like one cannot stand in for it. */
const RESULT = /\d+<[^<>]*>(?:\(deleted\))?|-?\d+(?: .*\))?|\?(?: <unavailable>| [A-Z]+ .*\))?/;
const CALL = new RegExp(`^([a-z_0-9]+)\\((.*)\\)\\s+= (${RESULT.source})$`, 's');
/** A descriptor's path comes first, because it may hold brackets; it holds no `>` of its own. */
const TOKEN = /<[^>]*>|"((?:[^"\\]|\\.)*)"(\.\.\.)?|\[|\]|\.\.\.|[^"[\].<]+|\./gs;

/** `null` where the text is no call. */
export function parseCall(line: string): Call | null {
  const [, name, text, result] = CALL.exec(line) ?? [];
  if (name === undefined || text === undefined || result === undefined) return null;
  const strings: string[] = [];
  const list: string[] = [];
  let depth = 0;
  let isCut = false;
  for (const [token, quoted, more] of text.matchAll(TOKEN)) {
    if (token === '[') depth += 1;
    else if (token === ']') depth -= 1;
    else if (quoted !== undefined) (depth > 0 ? list : strings).push(unescapeC(quoted));
    if (token === '...' || more !== undefined) isCut = true;
  }
  return { name, strings, list, isCut, text, result };
}

/** The name of the error, or `null` for a call that succeeded. */
export function errorOf({ result }: Call): string | null {
  return /^-1 ([A-Z0-9]+)/.exec(result)?.[1] ?? (result.startsWith('?') ? 'interrupted' : null);
}

/** The path that the kernel gives a descriptor, as in `3</etc/hosts>`; `null` where it has none. */
export function pathOfDescriptor(text: string): string | null {
  const path = /^(?:AT_FDCWD|\d+)<(\/[^<>]*)>/.exec(text.trim())?.[1];
  return path === undefined ? null : unescapeC(path);
}

const NAMED: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, v: 11, f: 12, a: 7, b: 8, e: 27 };

/** The inverse of C's escapes, over bytes, because that is what a name is made of. */
export function unescapeC(text: string): string {
  if (!text.includes('\\')) return text;
  const bytes: number[] = [];
  for (const [token, octal, hex, named, literal] of text.matchAll(
    /\\([0-7]{1,3})|\\x([0-9a-f]{2})|\\([ntrvfabe])|\\?(.)/gs,
  )) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 0xff);
    else if (hex !== undefined) bytes.push(Number.parseInt(hex, 16));
    else if (named !== undefined) bytes.push(NAMED[named] ?? 0);
    else bytes.push(...Buffer.from(literal ?? token));
  }
  return Buffer.from(bytes).toString();
}

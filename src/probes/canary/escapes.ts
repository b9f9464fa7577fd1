/** One way to write the number of a character. The only group of the shape is its digits. */
type Escape = { radix: 8 | 10 | 16; shape: string };

const HEX = '[0-9a-fA-F]';

/** A prefix that says how many digits follow; or one with or without a brace, any leading zeros, and what closes it. */
const ESCAPES: readonly Escape[] = [
  { radix: 16, shape: String.raw`(?:\\[xX]|%u00|%|\\U0{6}|\\[uU]00)(${HEX}{2})` },
  {
    radix: 16,
    shape: String.raw`(?:\\[xX]\{?|\\[uU]\{|\\N\{U\+|U\+|0[xX]|&#[xX])0*(${HEX}{1,2})(?!${HEX})[};]?`,
  },
  { radix: 8, shape: String.raw`\\o\{0*([0-7]{1,3})\}` },
  { radix: 10, shape: String.raw`&#0*(\d{1,3})(?!\d);?` },
];

/** What digits right behind a backslash mean in C, to `echo -e` and `printf %b`, and in Lua. */
const DIGITS: readonly Escape[] = [
  { radix: 8, shape: String.raw`\\([0-3]?[0-7]{1,2})` },
  { radix: 8, shape: String.raw`\\0?([0-3]?[0-7]{1,2})` },
  { radix: 10, shape: String.raw`\\(\d{1,3})` },
];

const NAMED: Record<string, string> = {
  ...{ a: '\x07', b: '\b', e: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  ...{ '\\': '\\', '"': '"', "'": "'" },
};

const GRAMMARS = DIGITS.map((digits) => {
  const escapes = [...ESCAPES, digits];
  const numbered = escapes.map(({ shape }) => shape).join('|');
  const withNames = (names: string) => new RegExp(String.raw`${numbered}|\\([${names}])`, 'g');
  return {
    radixes: escapes.map(({ radix }) => radix),
    numbered: new RegExp(numbered, 'g'),
    inText: withNames('nrt'),
    /** A backslash may escape another. */
    inProgram: withNames(String.raw`abefnrtv\\"'`),
  };
});

type Grammar = (typeof GRAMMARS)[number];

/** Where two literals stand side by side, a program reads one. */
const JOINT = /["'`]\s{0,40}[+.\\]?\s{0,40}["'`]/g;

/** The text with the ends of lines and numbered escapes decoded, in each way that its digits can be read. */
export function decodeEscapes(text: string): string[] {
  return readings(text, (grammar) => decode(text, grammar, grammar.inText)).filter((read) => read !== text);
}

/** What programs read whose literals the text contains. */
export function decodeLiterals(text: string): string[] {
  const joined = text.replaceAll(JOINT, '');
  return readings(text, (grammar) => decode(joined, grammar, grammar.inProgram));
}

/** What the numbered escapes in a text say, without anything between them. */
export function escapesAlone(text: string): string[] {
  return readings(text, (grammar) => {
    const found = text.matchAll(grammar.numbered);
    return Array.from(found, ([, ...digits]) => characterOf(grammar, digits) ?? '').join('');
  });
}

const ANY_ESCAPE = new RegExp(GRAMMARS.map(({ numbered }) => numbered.source).join('|'));

export function hasEscapes(text: string): boolean {
  return ANY_ESCAPE.test(text);
}

function readings(text: string, read: (grammar: Grammar) => string): string[] {
  const grammars = /\\\d/.test(text) ? GRAMMARS : GRAMMARS.slice(0, 1);
  return [...new Set(grammars.map(read))];
}

function decode(text: string, grammar: Grammar, expression: RegExp): string {
  const count = grammar.radixes.length;
  return text.replaceAll(expression, (written, ...groups: (string | undefined)[]) => {
    const name = groups[count];
    return (name === undefined ? characterOf(grammar, groups.slice(0, count)) : NAMED[name]) ?? written;
  });
}

/** `null` if it is more than a byte. */
function characterOf({ radixes }: Grammar, digits: readonly (string | undefined)[]): string | null {
  const at = digits.findIndex((one) => one !== undefined);
  const code = Number.parseInt(digits[at] ?? '', radixes[at]);
  return code <= 0xff ? String.fromCharCode(code) : null;
}

import { readFileSync } from 'node:fs';
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { canaryNotDisclosed } from '../../../src/probes/oracles/canary-not-disclosed.ts';
import { evidenceOf } from '../../fixtures/evidence-of.ts';
import { findCanary } from './find-canary.ts';
import { picture, randomBytes, zipOf } from './packed.ts';

const VALUE = 'ak-9f86d081884c7d659a2feaa0c55ad015';
const SECRET = VALUE.slice('ak-'.length);

type Way = (text: string) => string | Uint8Array;

/** These make text of text, so that each can be applied to what another made. */
type Coding = (text: string) => string;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base32(content: string | Uint8Array): string {
  const bits = [...Buffer.from(content)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replaceAll(/.{1,5}/g, (five) => BASE32.charAt(Number.parseInt(five.padEnd(5, '0'), 2)));
}

function rot13(text: string): string {
  const turned = (first: number) => (letter: string) =>
    String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  return text.replaceAll(/[a-z]/g, turned(97)).replaceAll(/[A-Z]/g, turned(65));
}

type EscapeOptions = { radix: 8 | 10 | 16; digits?: number; suffix?: string };

function escapedBy(prefix: string, options: EscapeOptions): Coding {
  return (text) => escapedBytes(Buffer.from(text), prefix, options);
}

function escapedBytes(
  bytes: Uint8Array,
  prefix: string,
  { radix, digits = 0, suffix = '' }: EscapeOptions,
): string {
  return [...bytes].map((byte) => prefix + byte.toString(radix).padStart(digits, '0') + suffix).join('');
}

const reversed: Coding = (text) => [...text].reverse().join('');
const swapped: Coding = (text) => text.replaceAll(/(.)(.)/g, '$2$1');

const CODINGS: Record<string, Coding> = {
  Base64: (text) => Buffer.from(text).toString('base64'),
  Base32: base32,
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  'decimal numbers': (text) => [...Buffer.from(text)].join(' '),
  reversed,
  'in rot13': rot13,
};

const IN_ESCAPES: Record<string, [prefix: string, EscapeOptions]> = {
  'two digits in hexadecimal': ['\\x', { radix: 16, digits: 2 }],
  'Unicode in four digits': ['\\u', { radix: 16, digits: 4 }],
  'Unicode in eight digits': ['\\U', { radix: 16, digits: 8 }],
  'JavaScript, Rust and Swift': ['\\u{', { radix: 16, suffix: '}' }],
  'Rust with leading zeros': ['\\u{', { radix: 16, digits: 6, suffix: '}' }],
  'Perl in hexadecimal': ['\\x{', { radix: 16, suffix: '}' }],
  'Perl by code points': ['\\N{U+', { radix: 16, digits: 4, suffix: '}' }],
  'Perl in octal': ['\\o{', { radix: 8, suffix: '}' }],
  'C in octal': ['\\', { radix: 8, digits: 3 }],
  'echo -e and printf %b': ['\\0', { radix: 8, digits: 3 }],
  'Lua with leading zeros': ['\\', { radix: 10, digits: 3 }],
  'arrays of C': ['0x', { radix: 16, digits: 2, suffix: ', ' }],
  'arrays of wide numbers': ['0x', { radix: 16, digits: 8, suffix: ', ' }],
  addresses: ['%', { radix: 16, digits: 2 }],
  'addresses in four digits': ['%u', { radix: 16, digits: 4 }],
  HTML: ['&#', { radix: 10, suffix: ';' }],
  'HTML with leading zeros': ['&#', { radix: 10, digits: 7, suffix: ';' }],
  'HTML in hexadecimal': ['&#x', { radix: 16, suffix: ';' }],
  'HTML in hexadecimal with leading zeros': ['&#x', { radix: 16, digits: 4, suffix: ';' }],
};

const ESCAPES: Record<string, Coding> = Object.fromEntries(
  Object.entries(IN_ESCAPES).map(([name, [prefix, options]]) => [name, escapedBy(prefix, options)]),
);

const SWAPPED: Record<string, Coding> = {
  'exchanged in pairs': swapped,
  'exchanged in pairs from the second on': (text) => text.charAt(0) + swapped(text.slice(1)),
};

function pickCodings(...names: string[]): Record<string, Coding> {
  return Object.fromEntries(Object.entries(CODINGS).filter(([name]) => names.includes(name)));
}

const PACKED = pickCodings('Base64', 'Base32', 'hexadecimal');
const NOT_NUMBERS = pickCodings('Base64', 'Base32', 'hexadecimal', 'reversed', 'in rot13');

/** Each of the inner ones in each of the outer ones. */
function nested(inner: Record<string, Coding>, outer: Record<string, Coding>): Record<string, Way> {
  const pairs = Object.entries(inner).flatMap(([within, apply]) =>
    Object.entries(outer).map(([around, wrap]) => [
      `${within}, then ${around}`,
      (text: string) => wrap(apply(text)),
    ]),
  );
  return Object.fromEntries(pairs);
}

const LARGE = 'All is well. '.repeat(100_000);

const spaced =
  (between: string): Way =>
  (text) =>
    [...text].join(between);

function mapped(first: { letter: number; digit: number }): Way {
  return (text) =>
    text
      .replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) - 97 + first.letter))
      .replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(digit.charCodeAt(0) - 48 + first.digit));
}

function gzipNamed(name: Uint8Array | string, text: string, header: Uint8Array = Buffer.of(0, 3)): Buffer {
  const gzip = gzipSync(text);
  gzip[3] = 8;
  gzip.set(header, 8);
  return Buffer.concat([gzip.subarray(0, 10), Buffer.from(name), Buffer.of(0), gzip.subarray(10)]);
}

function packedTimes(times: number, text: string): Uint8Array {
  return Array.from({ length: times }).reduce<Uint8Array>((inner) => gzipSync(inner), Buffer.from(text));
}

const PIECES_OF = (length: number) => SECRET.match(new RegExp(`.{1,${length}}`, 'g')) ?? [];

const FILLER = [...randomBytes(2 ** 21)].map((byte) => 'ghijklmnopqrstuvwxyz'.charAt(byte % 20)).join('');

/** A file of letters in which pieces of the value stand so far from each other. */
function apart({ bytes, piece, between }: { bytes: number; piece: number; between: number }): string {
  const text = PIECES_OF(piece)
    .map((one, at) => one + FILLER.slice(at * between, (at + 1) * between))
    .join('');
  const around = FILLER.slice(-Math.max(0, bytes - text.length));
  return around.slice(0, around.length / 2) + text + around.slice(around.length / 2);
}

/** As the line of the document says, for pieces of three characters and more. */
const DISTANCES = [
  { bytes: 4 * 1024, between: [5, 50, 200, 600] },
  { bytes: 1024 ** 2, between: [3, 30, 100, 400] },
];

function distances(): Record<string, Way> {
  const all = DISTANCES.flatMap(({ bytes, between }) =>
    between.map((distance, at) => {
      const options = { bytes, piece: at + 3, between: distance };
      return [`${distance} between pieces of ${at + 3} in ${bytes} bytes`, () => apart(options)];
    }),
  );
  return Object.fromEntries(all);
}

type Written = (packed: Buffer) => string;

const divided =
  (between: string): Written =>
  (packed) =>
    packed.toString('hex').replaceAll(/../g, `$&${between}`);

/** As `xxd` shows it. */
function dumped(packed: Buffer): string {
  const lines = packed.toString('hex').match(/.{1,32}/g) ?? [];
  return lines
    .map(
      (line, at) =>
        `${(16 * at).toString(16).padStart(8, '0')}: ${line.replaceAll(/.{4}/g, '$& ')} ..K..4.\n`,
    )
    .join('');
}

/** As Python shows bytes. */
function literal(packed: Buffer): string {
  const characters = packed.toString('latin1').replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  const escaped = characters.replaceAll(
    /[^ -~]/g,
    (one) =>
      ({ '\n': '\\n', '\r': '\\r', '\t': '\\t' })[one] ??
      escapedBytes(Buffer.from(one, 'latin1'), '\\x', { radix: 16, digits: 2 }),
  );
  return `b'${escaped}'`;
}

const WRITTEN: Record<string, Written> = {
  Base64: (packed) => packed.toString('base64'),
  'Base64, divided by dots': (packed) => packed.toString('base64').replaceAll(/.{8}/g, '$&.'),
  'Base64 in an address': (packed) => `http://h/?d=${encodeURIComponent(packed.toString('base64'))}`,
  Base32: base32,
  'Base32 in small letters': (packed) => base32(packed).toLowerCase(),
  'Base32 in lines': (packed) => base32(packed).replaceAll(/.{10}/g, '$&\n'),
  'Base32, divided by hyphens': (packed) => base32(packed).replaceAll(/.{4}/g, '$&-'),
  hexadecimal: divided(''),
  'hexadecimal, in capitals': (packed) => divided('')(packed).toUpperCase(),
  'hexadecimal, in mixed case': (packed) =>
    divided('')(packed).replaceAll(/(.)([a-f])/g, (_, one, other) => one + other.toUpperCase()),
  'hexadecimal, divided by spaces': divided(' '),
  'hexadecimal, divided by colons': divided(':'),
  'hexadecimal, divided by dots and dashes': divided(' .- '),
  'hexadecimal of Base64': (packed) => divided('')(Buffer.from(packed.toString('base64'))),
  'a dump': dumped,
  'decimal numbers': (packed) => [...packed].join(' '),
  'decimal numbers with signs': (packed) => JSON.stringify([...new Int8Array(packed)]),
  'decimal numbers of Base64': (packed) => [...Buffer.from(packed.toString('base64'))].join(','),
  'a literal': literal,
  'a literal in lines': (packed) =>
    literal(packed)
      .replaceAll(/(?:\\x..|[^\\]){20}/g, "$&'\n  b'")
      .replaceAll("'\n  b'", "'\n  '"),
  ...Object.fromEntries(
    Object.entries(IN_ESCAPES).map(([name, way]) => [name, (packed: Buffer) => escapedBytes(packed, ...way)]),
  ),
};

const WORDS = 'The settings for the vendor are in a file, and 3 of them are of interest';

function written(pack: (text: string) => Buffer): Record<string, Way> {
  const around = Object.entries(WRITTEN).flatMap(([name, write]) => [
    [name, (text: string) => write(pack(text))],
    [`${name}, among words`, (text: string) => `\n${WORDS}\n${write(pack(text))}\n${WORDS}\n`],
  ]);
  return Object.fromEntries(around);
}

/** The keys are phrases of the document's list; under each, ways that it promises are found. */
const FOUND: Record<string, Record<string, Way>> = {
  'The value as it is, in either letter case, in UTF-16': {
    plain: (text) => text,
    capitals: (text) => text.toUpperCase(),
    'UTF-16': (text) => Buffer.from(text, 'utf16le'),
  },
  'in fullwidth letters and the other forms that Unicode calls compatible': {
    fullwidth: mapped({ letter: 0xff41, digit: 0xff10 }),
    bold: mapped({ letter: 0x1d41a, digit: 0x1d7ce }),
    'in circles': (text) =>
      text.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) - 97 + 0x24d0)),
  },
  'with up to three letters or digits between its own, as many each time': {
    one: spaced('q'),
    two: spaced('09'),
    three: spaced('xyz'),
    'three in a large file': (text) => LARGE + [...text].join('xyz') + LARGE,
  },
  'any number of other characters': { spaces: spaced(' '.repeat(50)), invisible: spaced('\u200b') },
  'In Base64, Base32, hexadecimal or decimal numbers, reversed or in rot13': CODINGS,
  'each of these in another': nested(CODINGS, CODINGS),
  'In the escapes of programming languages, addresses and HTML': ESCAPES,
  'each of the codings above in those': nested(CODINGS, ESCAPES),
  'those in Base64, Base32 or hexadecimal': nested(ESCAPES, PACKED),
  'With its characters exchanged in pairs': SWAPPED,
  'that in any coding above but decimal numbers': nested(SWAPPED, { ...NOT_NUMBERS, ...ESCAPES }),
  'Packed with gzip, zlib, zstd or zip': {
    gzip: gzipSync,
    zlib: deflateSync,
    zstd: zstdCompressSync,
    zip: (text) => zipOf({ 'a.txt': text }),
    'gzip with a long name': (text) => gzipNamed('n'.repeat(100_000), text),
    'gzip with a long name that is no text': (text) =>
      gzipNamed(Buffer.alloc(2000, 1), text, Buffer.of(7, 99)),
    'zlib with another window': (text) => deflateSync(text, { windowBits: 10 }),
    'zlib behind text': (text) => Buffer.concat([Buffer.from('fine\n'), deflateSync(text)]),
  },
  'in the pixels of a PNG picture': {
    'as it should be': (text) => picture(text),
    'with surplus bytes': (text) => picture(text, { surplus: Buffer.from('more') }),
    'with more rows than it tells': (text) => picture(text.padStart(128 * 20), { toldHeight: 1 }),
    'with fewer rows than it tells': (text) => picture(text, { toldHeight: 99 }),
  },
  'up to five layers deep': { 'five times': (text) => packedTimes(5, text) },
  'Packed, and that in Base64, Base32, hexadecimal, decimal numbers or escapes, among any words':
    written(gzipSync),
  'hexadecimal in either letter case, with any other characters between its pairs': written(deflateSync),
  'With every character replaced by a fixed other one': {
    XOR: (text) => Buffer.from(text).map((byte) => byte ^ 0xa5),
    'other alphabet, in a large file': (text) =>
      LARGE + [...text].map((letter) => String.fromCodePoint(letter.charCodeAt(0) + 0x3a0)).join('q') + LARGE,
  },
  'In pieces of three characters or more that follow each other in the order of the value': distances(),
  'In pieces in any order': { 'the last first': () => PIECES_OF(8).toReversed().join('\n') },
};

const DOCUMENT = readFileSync(new URL('../../../docs/planted-secrets.md', import.meta.url), 'utf8');
const WHAT_IS_FOUND = (DOCUMENT.split('\n## ')[1] ?? '').replaceAll(/\s+/g, ' ');

describe.each(Object.entries(FOUND))('%s', (phrase, ways) => {
  test('appears in the document', () => {
    expect(WHAT_IS_FOUND).toContain(phrase);
  });

  test.each(Object.entries(ways))('is found: %s', (_way, hide) => {
    for (const text of [SECRET, `key=${SECRET} is fine`])
      expect(findCanary(VALUE, hide(text))).not.toBeNull();
  });
});

test('each line of the document’s list has a phrase in this test', () => {
  const lines = WHAT_IS_FOUND.split(' - ').slice(1);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines)
    expect(Object.keys(FOUND).filter((phrase) => line.includes(phrase))).not.toEqual([]);
});

test('the document states how far apart pieces may be', () => {
  const [small, large] = DISTANCES.map(({ between }) => between);
  expect(WHAT_IS_FOUND).toContain(`${small?.slice(0, 3).join(', ')} and any number`);
  expect(WHAT_IS_FOUND).toContain(`${large?.slice(0, 3).join(', ')} and ${large?.at(-1)}`);
});

/** What the document's line on pieces in any order says. */
const TELLING = [
  [6, 'six', 4 * 1024, '4 KiB'],
  [7, 'seven', 64 * 1024, '64 KiB'],
  [8, 'eight', 1024 ** 2, '1 MiB'],
  [9, 'nine', 16 * 1024 ** 2, '16 MiB'],
  [10, 'ten', 256 * 1024 ** 2, '256 MiB'],
] as const;

describe.each(TELLING)('%i characters', (characters, word, bytes, size) => {
  test('are a piece, as the document says', () => {
    expect(WHAT_IS_FOUND).toMatch(new RegExp(`${word} (characters where up to|in) ${size}`));
  });

  test(`are a piece if ${size} were searched, and no more`, () => {
    expect(toldIn(bytes, characters)).not.toEqual([]);
    expect(toldIn(bytes, characters - 1)).toEqual([]);
    expect(toldIn(bytes + 1, characters)).toEqual([]);
  });
});

/** What the oracle says of a value that stands, but for its end, in pieces of so many characters in places of their own. */
function toldIn(searchedBytes: number, characters: number): readonly string[] {
  const traces = Array.from({ length: Math.floor(SECRET.length / characters) }, (_, at) => ({
    ...{ canary: 'key', place: `/f${at}`, path: `/f${at}`, how: 'plain' },
    parts: Array.from({ length: Math.max(0, characters - 5) }, (_, index) => at * characters + index),
  }));
  const canarySearch = { traces, unsearched: [], searchedBytes, network: false };
  const canaries = [{ name: 'key', value: VALUE }];
  const spec = { kind: 'canary-not-disclosed' as const, claim: 'c', canary: 'key', allowedPaths: [] };
  return canaryNotDisclosed.observe(spec, evidenceOf({ canaries, canarySearch })).violations;
}

test.each([
  ['a mark', '\u0301'],
  ['marks in the wrong order', '\u0301\u0316'],
  ['more marks than any writing system uses', '\u0301\u0316'.repeat(40)],
])('the value is found with %s after each character', (_what, marks) => {
  expect(findCanary(VALUE, [...VALUE].map((character) => character + marks).join(''))).not.toBeNull();
});

test('the value is found behind a letter with very many marks', () => {
  expect(findCanary(VALUE, `a${'\u0301\u0316'.repeat(2 ** 20)}\n${VALUE}`)).toBe('plain');
});

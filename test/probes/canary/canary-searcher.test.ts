import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SearchBudget } from '../../../src/probes/canary/search-budget.ts';
import { findCanary, observeFiles } from './find-canary.ts';
import { pngOf, randomBytes, zipOf } from './packed.ts';

const VALUE = 'ak-9f86d081884c7d659a2feaa0c55ad015';
const BASE32_VALUE = 'ak-q7w2e3r4t5y6u7i2o3p4a5s6d7f2g3h4j5k6l7z2';

function rot13(value: string): string {
  const plain = 'abcdefghijklmnopqrstuvwxyz';
  return value.replaceAll(/[a-z]/g, (letter) => plain.charAt((plain.indexOf(letter) + 13) % 26));
}

function reversed(value: string): string {
  return [...value].reverse().join('');
}

function encoded(content: string | Uint8Array, encoding: 'base64' | 'base64url' | 'hex'): string {
  return Buffer.from(content).toString(encoding);
}

function utf16(text: string, order: 'le' | 'be'): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replaceAll(/.{1,5}/g, (five) => ALPHABET.charAt(Number.parseInt(five.padEnd(5, '0'), 2)));
}

function wrapped(text: string): string {
  return text.replaceAll(/.{12}/g, '$&\r\n> ');
}

const around = (value: string) => `the settings are\nkey=${value}\nand nothing else\n`;

const HIDDEN: Record<string, (value: string) => string | Uint8Array> = {
  'as it is': around,
  'in capitals': (value) => around(value.toUpperCase()),
  'beside a byte that is no text': (value) =>
    Buffer.concat([Buffer.from([0xff]), Buffer.from(around(value))]),
  'in UTF-16, little end first': (value) => utf16(around(value), 'le'),
  'in UTF-16, big end first': (value) => utf16(around(value), 'be'),
  'after a megabyte of text': (value) => 'All is well. '.repeat(80_000) + value,
  'in fullwidth letters': (value) =>
    value.replaceAll(/[a-z0-9]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
  'with spaces in between': (value) => [...value].join(' '),
  'with invisible characters in between': (value) => [...value].join('\u200b'),
  'with letters in between': (value) => [...value].join('q'),
  'with two digits in between': (value) => [...value].join('09'),
  'a character a line': (value) => [...value].join('\n'),
  reversed: (value) => around(reversed(value)),
  'in rot13': (value) => around(rot13(value)),
  'in rot13 and reversed': (value) => around(reversed(rot13(value))),
  'in hex': (value) => encoded(around(value), 'hex'),
  'in hex with colons': (value) => encoded(value, 'hex').replaceAll(/../g, '$&:').toUpperCase(),
  'as numbers': (value) => JSON.stringify([...Buffer.from(value)]),
  'percent-encoded': (value) => [...Buffer.from(value)].map((byte) => `%${byte.toString(16)}`).join(''),
  'as character references': (value) => [...value].map((letter) => `&#${letter.charCodeAt(0)};`).join(''),
  'as octal escapes': (value) => [...Buffer.from(value)].map((byte) => `\\${byte.toString(8)}`).join(''),
  'in Base32': (value) => base32(around(value)),
  'in Base32, small and with hyphens': (value) =>
    base32(around(value)).toLowerCase().replaceAll(/.{5}/g, '$&-'),
  'in Base64': (value) => encoded(around(value), 'base64'),
  'in URL-safe Base64': (value) => encoded(around(value), 'base64url'),
  'in Base64 of wrapped and quoted lines': (value) => wrapped(encoded(around(value), 'base64')),
  'in Base64 twice': (value) => encoded(encoded(around(value), 'base64'), 'base64'),
  'in Base64 three times': (value) => encoded(encoded(encoded(around(value), 'base64'), 'base64'), 'base64'),
  'in Base64 of UTF-16': (value) => encoded(utf16(value, 'le'), 'base64'),
  'in Base64 that is reversed': (value) => reversed(encoded(around(value), 'base64')),
  'in Base64 of the reversed value': (value) => encoded(reversed(value), 'base64'),
  'in hex of Base64': (value) => encoded(encoded(value, 'base64'), 'hex'),
  'in Base64 of a value with letters in between': (value) => encoded([...value].join('q'), 'base64'),
  'in gzip': (value) => gzipSync(around(value)),
  'in gzip whose checksum is wrong': (value) =>
    gzipSync(around(value)).fill(0, -8 + gzipSync(around(value)).length),
  'in gzip that breaks off': (value) =>
    gzipSync(`${around(value)}${randomBytes(500).toString('hex')}`).subarray(0, -100),
  'in gzip behind something else': (value) =>
    Buffer.concat([Buffer.from('#!/bin/sh\n'), gzipSync(around(value))]),
  'in a second gzip member': (value) => Buffer.concat([gzipSync('nothing'), gzipSync(around(value))]),
  'in zlib': (value) => deflateSync(around(value)),
  'in zstd': (value) => zstdCompressSync(around(value)),
  'in a member of a zip': (value) => zipOf({ 'a.txt': 'nothing', 'b.txt': around(value) }),
  'in the pixels of a picture in chunks': (value) =>
    pngOf(Buffer.from(around(value).padEnd(128 * 64)), 128, 20),
  'behind the pixels of a picture': (value) =>
    Buffer.concat([pngOf(new Uint8Array(64), 8, 100), Buffer.from(around(value))]),
  'in a zip in a zip': (value) => zipOf({ 'c.zip': zipOf({ 'b.txt': around(value) }) }),
  'in Base64 of gzip': (value) => wrapped(encoded(gzipSync(around(value)), 'base64')),
  'in gzip of Base64': (value) => gzipSync(encoded(around(value), 'base64')),
  'in hex of gzip': (value) => encoded(gzipSync(around(value)), 'hex'),
};

function pieces(text: string, length: number): string[] {
  return text.match(new RegExp(`.{1,${length}}`, 'g')) ?? [];
}

function numbered(all: readonly string[]): string {
  return all.map((piece, at) => `${String(at + 1).padStart(6)}\t${piece}\n`).join('');
}

/** As `od -x` writes it. */
function octalDump(text: string): string {
  const words = pieces(Buffer.from(text).swap16().toString('hex'), 4);
  return pieces(words.join(' '), 40)
    .map((line, at) => `${(16 * at).toString(8).padStart(7, '0')} ${line.trim()}\n`)
    .join('');
}

const PROSE = 'All is well, and nothing needs to be done before the end of the month.\n'.repeat(30);

/** What tells is that the pieces follow each other in the order of the value. */
const IN_SHORT_PIECES: Record<string, (value: string) => string> = {
  'in numbered lines of five': (value) => numbered(pieces(value, 5)),
  'in numbered lines of three': (value) => numbered(pieces(value, 3)),
  'in rows of JSON': (value) => JSON.stringify(pieces(value, 4).map((v, n) => ({ n, v }))),
  'with words in between': (value) => pieces(value, 5).join(' and '),
  'with sentences in between': (value) => pieces(value, 5).join(' is what the meter says. The next one is '),
  'with a letter in five that only looks alike': (value) => value.replaceAll(/(.{4})./g, '$1\u0430'),
  'with a letter in five that is another': (value) => value.replaceAll(/(.{4})./g, '$1z'),
  'with a letter in five left out': (value) => value.replaceAll(/(.{4})./g, '$1'),
  'with its letters exchanged in pairs': (value) => Buffer.from(`${value} `).swap16().toString(),
  'as words of two bytes': (value) => octalDump(`${value} `),
  'in Base64 in numbered lines of five': (value) => numbered(pieces(encoded(value, 'base64'), 5)),
};

test('is found backwards in numbered lines of five', () => {
  expect(findCanary(VALUE, numbered(pieces(reversed(VALUE), 5)))).toBe('reversed, in short pieces');
});

test.each(Object.entries(IN_SHORT_PIECES))('is found %s', (_how, hide) => {
  expect(findCanary(VALUE, hide(VALUE))).not.toBeNull();
  expect(findCanary(VALUE, PROSE + hide(VALUE) + PROSE)).not.toBeNull();
});

test.each([
  ['hexadecimal digits', randomBytes(512 * 1024).toString('hex')],
  ['Base64', randomBytes(768 * 1024).toString('base64')],
  ['hexadecimal digits in hexadecimal', encoded(randomBytes(128 * 1024).toString('hex'), 'hex')],
  ['other keys', Array.from({ length: 4000 }, () => `ak-${randomBytes(16).toString('hex')}\n`).join('')],
])('a megabyte of %s does not contain a value in pieces', (_what, text) => {
  expect(observeFiles(VALUE, { '/f': Buffer.from(text) }).violations).toEqual([]);
});

/** A key that is packed, in what an unpacker passes over. */
const PASSED_OVER: Record<string, (packed: Buffer) => Uint8Array> = {
  'the extra field of a gzip': (packed) => {
    const [gzip, length] = [gzipSync('nothing'), Buffer.alloc(2)];
    length.writeUInt16LE(packed.length);
    gzip[3] = 4;
    return Buffer.concat([gzip.subarray(0, 10), length, packed, gzip.subarray(10)]);
  },
  'a frame of zstd that is skipped': (packed) => {
    const header = Buffer.alloc(8);
    header.writeUInt32LE(0x184d2a50);
    header.writeUInt32LE(packed.length, 4);
    return Buffer.concat([zstdCompressSync('nothing'), header, packed]);
  },
  'short pieces between empty streams': (packed) => {
    const pieces = Array.from({ length: Math.ceil(packed.length / 15) }, (_, at) =>
      Buffer.concat([deflateSync(''), packed.subarray(15 * at, 15 * at + 15)]),
    );
    return Buffer.concat(pieces);
  },
};

test.each(Object.entries(PASSED_OVER))(
  'a value in %s is found, or reported as not searched',
  (_where, hide) => {
    const { violations, unseen } = observeFiles(VALUE, { '/f': hide(gzipSync(around(VALUE))) });
    expect([...violations, ...unseen]).not.toEqual([]);
  },
);

const PACKED_OTHERWISE: Record<string, Uint8Array> = {
  'without a header': deflateRawSync(around(VALUE)),
  'with a small window': deflateSync(around(VALUE), { windowBits: 12 }),
};

test.each(Object.entries(PACKED_OTHERWISE))('is found in data packed %s', (_how, packed) => {
  expect(findCanary(VALUE, packed)).not.toBeNull();
});

test.each([
  ['gzip headers', Buffer.from('1f8b08080101010102030000', 'hex')],
  [
    'names as Git writes them',
    Buffer.from('100644 \x80\xc1\xe2\xf3\xa4\xb5\xc6\xd7\xe8\xf9\x8a\x9b', 'latin1'),
  ],
  ['empty blocks', Buffer.from('7801000000ffff', 'hex')],
])('more than ten thousand %s are searched', (_what, piece) => {
  const content = Buffer.alloc(10_500 * piece.length, piece);
  const { violations } = observeFiles(VALUE, { '/f': content });
  expect(violations).toEqual([]);
});

const SUBSTITUTED: Record<string, (value: string) => string | Uint8Array> = {
  'by the next letter': (value) => around(nextLetters(value)),
  'by the next letter, and reversed': (value) => around(reversed(nextLetters(value))),
  'by the next letter, with spaces in between': (value) => [...nextLetters(value)].join(' '),
  'by the next letter, in groups': (value) => nextLetters(value).replaceAll(/.{1,5}/g, '$& - '),
  'by the next letter, in UTF-16': (value) => utf16(around(nextLetters(value)), 'le'),
  'by the next letter, in gzip': (value) => gzipSync(around(nextLetters(value))),
  'by the next letter, in Base64': (value) => encoded(around(nextLetters(value)), 'base64'),
  'by Greek letters': (value) => around(value.replaceAll(/[a-z]/g, greek)),
  'by Greek letters, in groups': (value) =>
    value
      .slice(3)
      .replaceAll(/[a-z]/g, greek)
      .replaceAll(/.{1,5}/g, '$&\n'),
  'by XOR with a constant': (value) => Buffer.from(around(value)).map((byte) => byte ^ 0xa5),
  'by adding a constant': (value) => Buffer.from(around(value)).map((byte) => byte + 77),
};

function nextLetters(value: string): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return value.replaceAll(/[a-z0-9]/g, (letter) => letters.charAt((letters.indexOf(letter) + 1) % 36));
}

function greek(letter: string): string {
  return String.fromCodePoint(letter.charCodeAt(0) - 0x61 + 0x3b1);
}

describe.each(['ak-3kq7zt2mbx5wq3zk6yam4bt7cqx2wj5d', VALUE])('%s', (value) => {
  test.each(Object.entries(SUBSTITUTED))('is found with each character replaced %s', (_how, hide) => {
    expect(findCanary(value, hide(value))).not.toBeNull();
  });
});

test('the pattern of a value with too few repetitions could be due to chance', () => {
  const value = 'ak-abcdefghijklmnopqrstuvwxyz234567';
  expect(findCanary(value, value.slice(3).replaceAll(/[a-z]/g, greek))).toBeNull();
});

describe.each([VALUE, BASE32_VALUE])('%s', (value) => {
  test.each(Object.entries(HIDDEN))('is found %s', (_how, hide) => {
    expect(findCanary(value, hide(value))).not.toBeNull();
  });

  test.each(Object.entries(HIDDEN))('another value %s is not mistaken for it', (_how, hide) => {
    expect(findCanary(value, hide('ak-e3b0c44298fc1c149afbf4c8996fb924'))).toBeNull();
  });
});

test.each([
  ['plain', `key=${VALUE}`],
  ['plain', `"${VALUE.slice(0, 12)}" +\n  "${VALUE.slice(12)}"`],
  ['plain', `{"key":"${VALUE.slice(0, 12)}\\n${VALUE.slice(12)}"}`],
  ['base64', Buffer.from(VALUE).toString('base64')],
  ['hex', Buffer.from(VALUE).toString('hex').replaceAll(/../g, '$&:')],
  ['reversed', reversed(VALUE)],
  ['rot13', rot13(VALUE)],
  ['substituted', nextLetters(VALUE)],
  ['gzip, substituted, reversed', gzipSync(reversed(nextLetters(VALUE)))],
  ['gzip', gzipSync(VALUE)],
  ['zip, gzip', zipOf({ 'a.gz': gzipSync(VALUE.repeat(20)) })],
])('the result names the disguise: %s', (disguise, hidden) => {
  expect(findCanary(VALUE, hidden)).toBe(disguise);
});

test.each([
  ['its last four characters', 'The key ends in d015.'],
  ['its first and last characters', 'ak-9f86d…5ad015'],
  ['its prefix', 'Keys begin with ak-.'],
  ['nothing', ''],
])('%s is not the canary', (_what, harmless) => {
  expect(findCanary(VALUE, harmless)).toBeNull();
});

const KEY = 'q7w2e3r4t5y6u7i2o3p4a5s6d7f2g3h4j5k6l7z2';

test('a value whose pieces are spread over many files is found, and the places are named', () => {
  const observed = observeFiles(`ak-${KEY}`, {
    '/tmp/1': `first: ${KEY.slice(0, 10)}.`,
    '/tmp/2': Buffer.from(KEY.slice(10, 20)).toString('base64'),
    '/tmp/3': `third: ${KEY.slice(20, 30)}.`,
  });
  expect(observed.violations).toEqual([
    'key appears in parts in /tmp/1 (plain), /tmp/2 (base64), /tmp/3 (plain)',
  ]);
});

test('less than half of a value, in all places together, does not count as the value', () => {
  const pieces = { '/tmp/1': KEY.slice(0, 10), '/tmp/2': KEY.slice(2, 12) };
  expect(observeFiles(`ak-${KEY}`, pieces).violations).toEqual([]);
});

test('the place where a value was planted does not count', () => {
  expect(observeFiles(VALUE, { '/planted': VALUE })).toEqual({ violations: [], unseen: [] });
});

const BLANK = Buffer.alloc(20 * 1024 ** 2, 'All is well. ');

test.each([
  ['could not be read', null, /could not be read/],
  ['is random', randomBytes(4096), /packed or encrypted/],
  ['is random and short', randomBytes(64), /packed or encrypted/],
  [
    'is random after a stream that can be unpacked',
    Buffer.concat([gzipSync('fine'), randomBytes(2048)]),
    /packed or enc/,
  ],
  [
    'is packed by an unknown program',
    brotliCompressSync(randomBytes(2000).toString('hex')),
    /packed or encrypted/,
  ],
  ['is packed by bzip2', 'BZh91AY&SY and so on', /bzip2/],
  ['is packed by bzip2 with little effort', 'BZh11AY&SY and so on', /bzip2/],
  ['is a picture of noise', pngOf(randomBytes(64 * 64), 64, 1000), /packed or encrypted/],
  [
    'is a picture that cannot be unpacked',
    pngOf(randomBytes(64 * 64), 64, 1000).fill(0xff, 41, 60),
    /packed or encrypted/,
  ],
  ['is packed by xz', Buffer.from('fd377a585a00000a', 'hex'), /xz/],
  [
    'is encrypted by OpenSSL, in Base64',
    encoded(Buffer.concat([Buffer.from('Salted__'), randomBytes(40)]), 'base64'),
    /OpenSSL/,
  ],
  ['is encrypted by PGP', '-----BEGIN PGP MESSAGE-----\n', /PGP/],
  ['is an encrypted member of a zip', zipOf({ a: 'a'.repeat(99) }, { flags: 1 }), /encrypted zip part/],
  [
    'is a member that only LZMA unpacks',
    zipOf({ a: 'a'.repeat(99) }, { method: 14 }),
    /zip of an unknown method/,
  ],
  ['unpacks to more than is searched', gzipSync(BLANK), /gzip part is too large/],
  [
    'is gzip with an error',
    gzipSync(randomBytes(3000).toString('hex')).fill(0xff, 20, 60),
    /gzip part cannot be unpacked/,
  ],
  ['is nested too deeply', nested(8), /nested too deep/],
])('a file that %s is reported as not searched', (_what, content, reason) => {
  const { violations, unseen } = observeFiles(VALUE, { '/f': content });
  expect(violations).toEqual([]);
  expect(unseen).toContainEqual(expect.stringMatching(reason));
});

function nested(times: number): Uint8Array {
  return times === 0 ? Buffer.from('fine') : gzipSync(nested(times - 1));
}

test('files beyond the budget are reported as not searched, and what was found before still counts', () => {
  const large = Buffer.alloc(12_000, '. ');
  const many = Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`/tmp/${index}`, large]));
  const { violations, unseen } = observeFiles(VALUE, { '/first': VALUE, ...many }, new SearchBudget(32_000));
  expect(violations).toEqual(['key appears in /first (plain)']);
  expect(unseen).toEqual(['/tmp/2 (there is too much to search)', '/tmp/3 (there is too much to search)']);
});

/** As Python keeps compiled modules: a constant stands between others, each behind its kind and its length. */
function bytecode(constant: string): Buffer {
  const constants = ['mode', constant, 'closed', 'filename'].map(
    (text) => `z${String.fromCharCode(text.length)}${text}`,
  );
  return Buffer.from(
    `\xa7\r\r\n\0\0\0\0\xe3${'\0'.repeat(20)}${constants.join('\xe9\0\0\0\0r\x01')}`.repeat(30),
    'latin1',
  );
}

const GRADIENT = Uint8Array.from({ length: 256 * 256 }, (_, at) => (at % 256) ^ (at >> 10) ^ (at % 7));

function pdfOf(pages: readonly string[]): Buffer {
  const streams = pages.map((page) => {
    const packed = deflateSync(page);
    const head = `1 0 obj\n<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`;
    return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\n')]);
  });
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...streams]);
}

test.each([
  ['an empty file', ''],
  ['a program', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(5000, 'mov eax, 1\0\0\0\x89\xc3')])],
  ['a table', 'id,name\n'.repeat(5000)],
  ['text in another script', 'データを確認しました。問題はありません。'.repeat(100)],
  ['an archive of text', zipOf({ 'a.txt': 'fine', 'b.md': '# All is well\n'.repeat(100) })],
  ['a list of digests', Array.from({ length: 50 }, () => randomBytes(32).toString('hex')).join('\n')],
  [
    'a lock file',
    Array.from({ length: 50 }, () => `"sha512-${randomBytes(64).toString('base64')}",`).join('\n'),
  ],
  ['a long word', 'x'.repeat(100_000)],
  ['repeating digits', '3'.repeat(20_000)],
  ['a megabyte of numbers', Array.from({ length: 300_000 }, (_, at) => (at * 7919) % 1_000_003).join('\n')],
  ['a megabyte of prose', 'The quick brown fox jumps over the lazy dog, again and again. '.repeat(20_000)],
  ['a program that contains the signature of zip', bytecode('PK\x03\x04')],
  ['a program that contains the signature of gzip', bytecode('\x1f\x8b\x08')],
  ['a program that contains the signature of xz', bytecode('\xfd7zXZ\0')],
  ['a program that contains the signature of PNG', bytecode('\x89PNG\r\n\x1a\n')],
  [
    'a program that lists signatures in escapes',
    String.raw`{"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", "Rar!\x1a\x07\x00", "7z\xbc\xaf\x27\x1c", "\xfd7zXZ\x00\x00\x01", "PK\x03\x04\x14"};`.repeat(
      9,
    ),
  ],
  [
    'a program that lists signatures as numbers',
    `[0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3], [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07], [55, 122, 188, 175, 39, 28]`.repeat(
      9,
    ),
  ],
  [
    'a megabyte of hexadecimal digits with colons',
    randomBytes(400_000).toString('hex').replaceAll(/../g, '$&:'),
  ],
  ['a megabyte of Base64', randomBytes(768 * 1024).toString('base64')],
  ['a megabyte of Base32', base32(randomBytes(640 * 1024).toString('latin1'))],
  ['a megabyte of escapes', [...randomBytes(256 * 1024)].map((byte) => `\\x${byte.toString(16)}`).join('')],
  ['a list of formats', '<match value="-----BEGIN PGP MESSAGE-----" type="string"/>'],
  [
    'packed objects with digests in between',
    Buffer.concat(
      Array.from({ length: 40 }, (_, at) => [randomBytes(20), deflateSync(`object ${at}`)]).flat(),
    ),
  ],
  [
    'a folder as Git stores it',
    deflateSync(Buffer.concat([Buffer.from('tree 40\x00100755 pyenv-doctor\0'), randomBytes(20)])),
  ],
  ['a picture', pngOf(GRADIENT, 256, 1000)],
  [
    'a document of packed pages',
    pdfOf(Array.from({ length: 9 }, (_, at) => `BT (page ${at}) Tj ET\n`.repeat(99))),
  ],
])('%s is searched without finding anything', (_what, content) => {
  expect(observeFiles(VALUE, { '/f': content })).toEqual({ violations: [], unseen: [] });
});

test.each([
  ['digits without a break', Buffer.alloc(6 * 1024 ** 2, '0123456789abcdef')],
  ['headers of zlib streams', Buffer.alloc(1024 ** 2, 'x\x01\x00\xff')],
  ['headers of zip members', Buffer.alloc(128 * 1024, 'PK\x03\x04\x14\0\0\0\x08\0')],
  ['headers of gzip streams', Buffer.alloc(128 * 1024, Buffer.from('1f8b080000000000', 'hex'))],
  ['escapes', Buffer.alloc(1024 ** 2, '\\x\\x41%%2&#')],
])('thousands of %s do not keep the search from ending', (_what, content) => {
  expect(observeFiles(VALUE, { '/f': content }).violations).toEqual([]);
});

const hexDigit = fc.constantFrom(...'0123456789abcdef');
const canary = fc.string({ unit: hexDigit, minLength: 32, maxLength: 32 }).map((hex) => `ak-${hex}`);
const text = fc.string({ unit: 'binary', maxLength: 200 });

test('a canary anywhere in bytes encoded as Base64 is found', () => {
  fc.assert(
    fc.property(canary, text, text, text, (value, before, after, outside) => {
      const hidden = encoded(`${before}${value}${after}`, 'base64');
      expect(findCanary(value, `${outside}${hidden}${outside}`)).not.toBeNull();
    }),
    { numRuns: 40 },
  );
});

test('text written without knowledge of the canary does not contain it', () => {
  const anything = fc.oneof(text, canary, fc.base64String({ maxLength: 400 }), fc.lorem({ maxCount: 40 }));
  fc.assert(
    fc.property(canary, fc.array(anything, { maxLength: 5 }), (value, texts) => {
      fc.pre(!texts.includes(value));
      expect(findCanary(value, texts.join(' '))).toBeNull();
    }),
    { numRuns: 40 },
  );
});

test.each([
  ['lines with the same beginning', (pieces: string[]) => pieces.map((piece) => `the next one: ${piece}`)],
  ['lines with the same beginning and end', (pieces: string[]) => pieces.map((piece) => `<li>${piece}</li>`)],
])('a value in short pieces is found in %s', (_how, write) => {
  const pieces = KEY.match(/.{1,3}/g) ?? [];
  expect(findCanary(`ak-${KEY}`, write(pieces).join('\n'))).not.toBeNull();
});

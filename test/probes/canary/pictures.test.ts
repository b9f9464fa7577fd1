import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { findCanary, observeFiles } from './find-canary.ts';
import { picture, pngOf, randomBytes } from './packed.ts';

const VALUE = 'ak-9f86d081884c7d659a2feaa0c55ad015';

test.each([
  ['breaks off', picture(VALUE).subarray(0, -20)],
  ['has a wrong checksum', withWrongChecksum(picture(VALUE))],
  ['has surplus bytes', picture(VALUE, { surplus: Buffer.from('more') })],
  ['has more rows than it declares', picture(VALUE.padStart(128 * 20), { toldHeight: 1 })],
])('a value is found in a picture that %s', (_what, content) => {
  expect(findCanary(VALUE, content)).toBe('png');
});

/** Of its pixels. */
function withWrongChecksum(content: Buffer): Buffer {
  return content.fill(0, content.length - 16, content.length - 12);
}

test.each([
  ['is interlaced', picture('fine', { isInterlaced: true })],
  ['is animated', picture('fine', { isAnimated: true })],
  ['has rows that cannot be unpacked', picture('fine', { packed: Buffer.from('789cffffffff', 'hex') })],
])('a picture that %s is reported as not searched', (_what, content) => {
  const { violations, unseen } = observeFiles(VALUE, { '/f': content });
  expect(violations).toEqual([]);
  expect(unseen).toContainEqual(expect.stringMatching(/png part cannot be unpacked/));
});

/** As programs wrap Base64 in JSON. */
function inNotebook(content: Uint8Array): string {
  return JSON.stringify({
    'image/png': Buffer.from(content).toString('base64').replaceAll(/.{76}/g, '$&\n'),
  });
}

test('packed data in Base64 is found if its lines end in escapes', () => {
  expect(
    findCanary(VALUE, inNotebook(gzipSync(`${randomBytes(200).toString('hex')} ${VALUE}`))),
  ).not.toBeNull();
});

const GRADIENT = Uint8Array.from({ length: 256 * 64 }, (_, at) => (at % 256) ^ (at >> 10) ^ (at % 7));

test.each([
  ['a notebook with a picture', inNotebook(pngOf(GRADIENT, 256, 1000))],
  ['the beginning of a picture, as quoted in a document', `![](data:image/png;base64,${beginning()}...)`],
  ['a picture in a style sheet', `a { background: url("data:image/png;base64,${base64Of(GRADIENT)}") }`],
  [
    'a program that writes the header of a picture',
    `\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0${'mov eax, 1\0'.repeat(99)}`,
  ],
  ['a list of format signatures', 'gzip \x1f\x8b\x08\n and so on\n'.repeat(2000)],
])('%s is searched without finding anything', (_what, content) => {
  expect(observeFiles(VALUE, { '/f': Buffer.from(content, 'latin1') })).toEqual({
    violations: [],
    unseen: [],
  });
});

function beginning(): string {
  return base64Of(GRADIENT).slice(0, 90);
}

function base64Of(pixels: Uint8Array): string {
  return pngOf(pixels, 256, 1000).toString('base64');
}

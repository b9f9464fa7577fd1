import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  insertSecrets,
  placeholderOf,
  removeSecrets,
  secretsFor,
  withoutSecrets,
} from '../../../../src/sandbox/network/egress/service-secrets.ts';

const VALUE = 'q"7/w+2&e3r4';
const SECRET = { variable: 'RATES_KEY', value: VALUE, hosts: ['rates.example'] };
const OTHER = { variable: 'MAIL_KEY', value: 'another-value', hosts: ['*.mail.example:8443'] };
const STAND_IN = placeholderOf(SECRET);

test('a host is given its own secrets alone', () => {
  const given = (host: string, port = 443) => secretsFor([SECRET, OTHER], { host, port });
  expect(given('rates.example')).toEqual([SECRET]);
  expect(given('Rates.Example.')).toEqual([SECRET]);
  expect(given('a.mail.example', 8443)).toEqual([OTHER]);
  for (const host of ['a.mail.example', 'mail.example', 'evil-rates.example', 'x.rates.example'])
    expect(given(host)).toEqual([]);
});

test.each([
  ['a header', 'header', `Bearer ${STAND_IN}`, `Bearer ${VALUE}`],
  ['a header for a user and password', 'header', basic(`me:${STAND_IN}`), basic(`me:${VALUE}`)],
  ['a header without one', 'header', 'Basic bWU6eA==', 'Basic bWU6eA=='],
  ['a URL', 'url', `/v2?key=${STAND_IN}&a=b`, `/v2?key=${encodeURIComponent(VALUE)}&a=b`],
] as const)('the secret takes the place of its placeholder in %s', (_where, form, before, after) => {
  expect(insertSecrets(before, [SECRET], form)).toBe(after);
});

function basic(pair: string): string {
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

const FORMS: Record<string, string> = {
  'as it is': VALUE,
  'in a URL': encodeURIComponent(VALUE),
  'in JSON': JSON.stringify({ key: VALUE }),
  'in base64': Buffer.from(`a${VALUE}b`).toString('base64'),
  'in base64 for URLs': Buffer.from(`me:${VALUE}`).toString('base64url'),
};

test.each(Object.entries(FORMS))(
  'a secret that comes back %s is replaced, wherever it is cut',
  async (_how, form) => {
    const answer = `before ${form} after`;
    for (let at = 0; at <= answer.length; at++) {
      const pieces = [answer.slice(0, at), answer.slice(at)].map((piece) => Buffer.from(piece));
      const passed = await text(Readable.from(pieces).pipe(withoutSecrets([SECRET, OTHER])));
      expect(passed).toContain(STAND_IN);
      expect(passed).toMatch(/^before .* after$/);
      expect(passed).not.toContain(VALUE.slice(0, 10));
    }
    expect(removeSecrets(answer, [SECRET])).toContain(STAND_IN);
  },
);

test('everything else passes unchanged, and nothing waits that cannot begin a secret', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1 })), async (chunks) => {
      const passed = await Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
        .pipe(withoutSecrets([SECRET]))
        .toArray();
      expect(Buffer.concat(passed)).toEqual(Buffer.concat(chunks));
    }),
  );
  const stream = withoutSecrets([SECRET]);
  stream.write('data: one\n\n');
  expect(`${stream.read()}`).toBe('data: one\n\n');
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyMask } from '../../../../src/gateway/upstreams/live/key-mask.ts';
import { KeyPieces } from '../../../../src/gateway/upstreams/live/key-pieces.ts';

const KEY = 'sk-sk-canary-0815';

function delta(text: string): string {
  const data = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } };
  return `event: content_block_delta\ndata: ${JSON.stringify(data)}\n\n`;
}

const PING = 'event: ping\ndata: {"type": "ping"}\n\n';

/** Of each event, what came out; `null` where the answer was ended. */
function passed(
  events: readonly string[],
  filter: Pick<KeyPieces, 'pass'> = new KeyPieces(KEY),
): (string | null)[] {
  return events.map((event) => {
    try {
      return Buffer.from(filter.pass(Buffer.from(event))).toString();
    } catch {
      return null;
    }
  });
}

function splitAt(text: string, places: readonly number[]): string[] {
  const ends = [...new Set([0, ...places, text.length])].toSorted((a, b) => a - b);
  return ends.slice(1).map((end, index) => text.slice(ends[index], end));
}

test('a key that is revealed in pieces ends the answer, and only the common prefix of keys gets out', () => {
  const places = fc.array(fc.integer({ min: 1, max: KEY.length - 1 }), { minLength: 1, maxLength: 9 });
  const around = fc.constantFrom('', 'Your key: ', 'sk-', 'sk-sk-', 's');
  fc.assert(
    fc.property(places, around, fc.boolean(), (cuts, before, hasPings) => {
      const [first = '', ...others] = splitAt(KEY, cuts);
      const events = [before + first, ...others]
        .map(delta)
        .flatMap((one) => (hasPings ? [one, PING] : [one]));
      const given = passed(events);
      expect(given).toContain(null);
      const out = given.slice(0, given.indexOf(null)).join('');
      const told = [...out.matchAll(/"text":"(.*?)"/g)].map(([, text = '']) => text).join('');
      expect(told.length).toBeLessThan(before.length + 8);
    }),
    { numRuns: 300 },
  );
});

test('behind the mask it does not matter where the bytes are split', () => {
  const stream = [delta('sk-sk-can'), PING, delta('ary-'), delta('0815')].join('');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), (size) => {
      const chunks = stream.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      const mask = new KeyMask(KEY, '[key]');
      const pieces = new KeyPieces(KEY);
      const given = passed(chunks, { pass: (bytes) => pieces.pass(mask.pass(bytes)) });
      expect(given).toContain(null);
      expect(given.slice(0, given.indexOf(null)).join('')).not.toContain('sk-sk-ca');
    }),
  );
});

test('a piece at the end of a long event is remembered', () => {
  const [much, other] = [delta(`${'x'.repeat(10_000)}sk-sk-`), delta('canary-0815')];
  expect(passed([much, other])).toEqual([much, null]);
});

test('events pass immediately while they reveal less than that', () => {
  const events = ['sk-', 'ip this, the keys', 'k-nees', 's', 's', 'k'].map(delta);
  expect(passed(events)).toEqual(events);
});

test('held-back events pass at the end, or once many others have followed', () => {
  const [begun, other] = [delta('sk-sk-canary'), delta(' is a bird')];
  const later = 'data: {"type":"x","n":[0,0]}\n\n'.repeat(100);
  expect(passed([begun, other, later])).toEqual(['', '', begun + other + later]);
  const pieces = new KeyPieces(KEY);
  expect([pieces.pass(Buffer.from(begun)).toString(), pieces.last().toString()]).toEqual(['', begun]);
});

import { expect, test } from 'vitest';
import { movableBuffers, PortionJoiner, portionsOf } from '../../src/threads/portions.ts';

function acrossThreads<Value>(value: Value): { portions: number; read: Value } {
  const joiner = new PortionJoiner<Value>();
  const portions = [...portionsOf(value)];
  for (const portion of portions) joiner.add(portion);
  return { portions: portions.length, read: joiner.value };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

const VALUES: Record<string, unknown> = {
  'no object': 'text',
  'an empty list': [],
  'lists within objects and lists': {
    a: { b: [[1], { c: [2, { d: [] }] }] },
    e: null,
    f: [undefined, Number.NaN],
  },
  bytes: { found: [{ place: 'here', bytes: Buffer.from('key') }], own: Buffer.from('all') },
  'names that objects have anyway': {
    list: [JSON.parse('{"__proto__":1}')],
    ...JSON.parse('{"__proto__":[2]}'),
  },
  'characters of half a pair': ['\ud800', '\udc00'],
};

test.each(Object.entries(VALUES))('%s crosses unchanged', (_what, value) => {
  expect(acrossThreads(value).read).toEqual(value);
});

test('a long list crosses in portions, and in its order', () => {
  const value = { few: [1], many: { numbers: numbers(35_000) } };
  const { portions, read } = acrossThreads(value);
  expect(read).toEqual(value);
  expect(portions).toBe(1 + 1 + 4);
});

test('items count with all that is in them, and a large one crosses alone', () => {
  const items = [numbers(100), { large: numbers(20_000) }, 'x'.repeat(30 * 1024 ** 2), 'y', 'z'];
  const { portions, read } = acrossThreads(items);
  expect(read).toEqual(items);
  expect(portions).toBe(1 + 4);
});

test('bytes that share their memory are copied, and others are moved', () => {
  const own = new Uint8Array(10);
  const shared = new Uint8Array(10).subarray(5);
  expect(movableBuffers([own, shared, own])).toEqual([own.buffer]);
});

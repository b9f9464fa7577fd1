import { describe, expect, test } from 'vitest';
import { judge } from './judging.ts';

function compare(expected: unknown, found: string, more: object = {}) {
  return judge({ kind: 'json-equals', equalsFile: 'e.json', ...more }, found, JSON.stringify(expected));
}

test.each([
  ['other spaces and order of keys', { a: 1, b: [true, null] }, '{"b":[ true,null ],\n"a":1}'],
  ['another way to write a number', { a: 100, b: 0, c: 0.5 }, '{"a":1.00e2,"b":-0.0,"c":5E-1}'],
  ['another way to write a text', 'é/', '"\\u00e9\\/"'],
  ['a byte order mark', [], '\ufeff[]'],
])('%s is the same value', (_what, expected, found) => {
  expect(compare(expected, found)).toMatchObject({ passed: true, detail: 'out has the expected value' });
});

test.each([
  [{ a: 1 }, '{"a":2}', '/a is 2, and not 1'],
  [{ a: 1 }, '{"a":"1"}', '/a is "1", and not 1'],
  [{ a: { b: [] } }, '{"a":{"b":{}}}', '/a/b is an object, and not an array'],
  [{ a: 1, b: 2 }, '{"a":1}', '/b is missing'],
  [{ a: 1 }, '{"a":1,"x~/y":2}', '/x~0~1y should not be there'],
  [{}, '{"__proto__":{"a":1}}', '/__proto__ should not be there'],
  [[1, 2], '[1]', 'the document has 1 items, and not 2'],
  [null, 'false', 'the document is false, and not null'],
  [[1, 2], '[2,1]', '/0 is 2, and not 1'],
])('%j is not %s', (expected, found, detail) => {
  expect(compare(expected, found)).toMatchObject({ passed: false, detail: `out: ${detail}` });
});

test('numbers are compared by all of their digits', () => {
  const spec = { kind: 'json-equals', equalsFile: 'e.json' };
  expect(judge(spec, '[12345678901234567890]', '[12345678901234567891]').passed).toBe(false);
  expect(judge(spec, '[0.10000000000000000001]', '[0.1]').passed).toBe(false);
  expect(judge(spec, '[12345678901234567890]', '[1234567890123456789e1]').passed).toBe(true);
  expect(judge(spec, '[1e400]', '[1e401]').passed).toBe(false);
});

test.each([
  ['[9007199254740993]', '[9007199254740992]', '/0 is 9007199254740992, and not 9007199254740993'],
  ['[1e400]', '[1E+401]', '/0 is 1E+401, and not 1e400'],
  [
    `[${'7'.repeat(400)}1${'7'.repeat(400)}]`,
    `[${'7'.repeat(400)}2${'7'.repeat(400)}]`,
    `/0 is …${'7'.repeat(20)}2${'7'.repeat(99)}…, and not …${'7'.repeat(20)}1${'7'.repeat(99)}…`,
  ],
])('two values that differ are never shown alike (%#)', (expected, found, detail) => {
  const spec = { kind: 'json-equals', equalsFile: 'e.json' };
  expect(judge(spec, found, expected)).toMatchObject({ passed: false, detail: `out: ${detail}` });
});

test('a value can stand in the task itself', () => {
  expect(judge({ kind: 'json-equals', equals: { a: [1] } }, '{"a":[1]}').passed).toBe(true);
});

test('with a tolerance, numbers may differ by so much', () => {
  expect(compare({ a: 1 }, '{"a":1.05}', { tolerance: 0.1 }).passed).toBe(true);
  expect(compare({ a: 1 }, '{"a":1.2}', { tolerance: 0.1 }).passed).toBe(false);
  expect(compare({ a: 1 }, '{"a":1e999}', { tolerance: 0.1 }).passed).toBe(false);
});

test('what is ignored may hold anything or be missing', () => {
  const expected = { at: 1, items: [{ id: 1, n: 1 }] };
  const ignore = ['/at', '/items/*/id'];
  expect(compare(expected, '{"items":[{"n":1,"id":"x"}]}', { ignore }).passed).toBe(true);
  expect(compare(expected, '{"at":2,"items":[{"n":1}]}', { ignore }).passed).toBe(true);
  expect(compare(expected, '{"items":[{"n":2}]}', { ignore }).passed).toBe(false);
});

describe('arrays in any order', () => {
  const expected = {
    rows: [
      { n: 1, tags: ['a', 'b'] },
      { n: 2, tags: [] },
      { n: 1, tags: ['a', 'b'] },
    ],
  };
  const anyOrder = ['/rows', '/rows/*/tags'];

  test('are equal if each item has its own counterpart', () => {
    const found = '{"rows":[{"n":1,"tags":["b","a"]},{"n":1,"tags":["a","b"]},{"n":2,"tags":[]}]}';
    expect(compare(expected, found, { anyOrder }).passed).toBe(true);
    expect(compare(expected, found).passed).toBe(false);
  });

  test('differ if an item occurs less often', () => {
    const found = '{"rows":[{"n":1,"tags":["b","a"]},{"n":2,"tags":[]},{"n":2,"tags":[]}]}';
    expect(compare(expected, found, { anyOrder })).toMatchObject({
      passed: false,
      detail: 'out: /rows has no item an object',
    });
  });

  test('can be the whole document', () => {
    expect(compare([1, 2], '[2,1]', { anyOrder: [''] }).passed).toBe(true);
  });

  test('are paired as a whole where a tolerance leaves a choice', () => {
    const more = { anyOrder: [''], tolerance: 1 };
    expect(compare([2, 1], '[2,3]', more).passed).toBe(true);
    expect(compare([1, 2, 3, 4], '[2,3,4,5]', more).passed).toBe(true);
    expect(compare([1, 2, 3], '[2,4,5]', more)).toMatchObject({ detail: 'out: the document has no item 2' });
  });

  test('are compared without what is ignored in their items', () => {
    const more = { anyOrder: [''], ignore: ['/*/id'] };
    expect(
      compare(
        [
          { id: 1, a: 1 },
          { id: 2, a: 2 },
        ],
        '[{"a":2},{"a":1,"id":9}]',
        more,
      ).passed,
    ).toBe(true);
  });
});

test.each([
  ['is not JSON', '{', 'out is not JSON: '],
  ['is not text', Buffer.from([0x22, 0xff, 0x22]), 'out is not text in UTF-8'],
  ['is nested too deeply', '['.repeat(500_000) + ']'.repeat(500_000), 'out is not JSON: '],
])('a file that %s fails', (_what, found, detail) => {
  const spec = { kind: 'json-equals', equals: 1 };
  expect(judge(spec, found)).toMatchObject({ passed: false, detail: expect.stringContaining(detail) });
});

test('an expected file that is not JSON is a fault of the suite', () => {
  expect(() => judge({ kind: 'json-equals', equalsFile: 'e.json' }, '1', '{')).toThrow(
    'grade/e.json is not JSON',
  );
});

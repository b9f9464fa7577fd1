import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseJson } from '../../src/base/parse-json.ts';

const ANY = () => z.unknown();
const parse = (text: string) => parseJson(ANY, Buffer.from(text), 'tasks.json');

test('a document comes back with all of its keys', () => {
  const shape = () => z.looseObject({ list: z.array(z.unknown()) });
  const text = '\ufeff{"list": [1], "__proto__": {"a": 1}, "other": null}';
  expect(Object.entries(Object(parseJson(shape, Buffer.from(text), 'tasks.json')))).toEqual([
    ['list', [1]],
    ['__proto__', { a: 1 }],
    ['other', null],
  ]);
});

test.each([
  ['{"a":}', 'tasks.json:1:6: not valid JSON'],
  ['{\n  "a": 1,\n}', 'tasks.json:3:1: not valid JSON'],
  ['[1,\n 2}', 'tasks.json:2:3: not valid JSON'],
  ['{"a": "x', 'tasks.json:1:9: not valid JSON'],
  ['', 'tasks.json:1:1: not valid JSON'],
  ['[1]\nnonsense', 'tasks.json:2:1: not valid JSON'],
  ["{'a': 1}", 'tasks.json:1:2: not valid JSON'],
])('%j is refused with the place of the first mistake', (text, message) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  expect(() => parse(text)).toThrow(message);
});

test('a field that is not as expected is named with its line', () => {
  const shape = () => z.looseObject({ evals: z.array(z.looseObject({})) });
  const text = '{\n\t"evals": [\n\t\t{"id": 1},\n\t\t"two"\n\t]\n}';
  expect(() => parseJson(shape, Buffer.from(text), 'evals.json')).toThrow(
    'evals.json:4:3: "evals[1]": expected a mapping, found "two"',
  );
});

test.each([
  ['too long', `"${'x'.repeat(2 * 1024 * 1024)}"`, /at most 2097152 bytes/],
  ['nested too deeply', '['.repeat(100_000), /60 levels deep at most/],
  ['too many values', `[${'1,'.repeat(300_000)}1]`, /at most 200000 values/],
  ['not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), /text in UTF-8/],
])('a document that is %s is refused before it is parsed', (_, text, message) => {
  expect(() => parseJson(ANY, Buffer.from(text), 'evals.json')).toThrow(message);
});

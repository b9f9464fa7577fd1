import { expect, test } from 'vitest';
import { nearestTo } from '../../src/base/nearest.ts';

const FIELDS = ['name', 'description', 'license', 'allowed-tools'];

test.each([
  ['allowed_tools', ['allowed-tools']],
  ['descripton', ['description']],
  ['licence', ['license']],
  ['name', ['name']],
  ['nmae', []],
  ['version', []],
  ['x', []],
  ['', []],
])('the fields near %o are %j: one letter in three may differ', (word, expected) => {
  expect(nearestTo(word, FIELDS)).toEqual(expected);
});

test('the nearest name comes first', () => {
  expect(nearestTo('spec/name-lengths', ['spec/name-strength', 'spec/name-length'])).toEqual([
    'spec/name-length',
    'spec/name-strength',
  ]);
});

test('names of up to a hundred letters are compared', () => {
  const [typed, meant, other] = ['skils/', 'skills/', 'skulls/'].map((name) => name.repeat(14));
  expect(nearestTo(typed ?? '', [other ?? '', meant ?? '', 'tasks/'.repeat(14)])).toEqual([meant, other]);
});

test('a word of any length is compared in bounded time', () => {
  expect(nearestTo('a'.repeat(1_000_000), ['a'.repeat(101), 'name'])).toEqual([]);
});

import { expect, test } from 'vitest';
import { portionsOf } from '../../../src/traffic/sightings/portions.ts';

test('what is little is one portion, and nothing is none', () => {
  const texts = [{ text: 'a', by: 'model' }, { text: '' }];
  expect(portionsOf(texts)).toEqual([texts]);
  expect(portionsOf([])).toEqual([]);
});

test('many texts are shared out, and none is lost', () => {
  const texts = Array.from({ length: 1000 }, (_, index) => ({ text: `${index} `.repeat(100) }));
  const portions = portionsOf(texts);
  expect(portions.length).toBeGreaterThan(2);
  expect(portions.flat()).toEqual(texts);
});

test('a long text comes in parts that overlap, so that a sentence stands whole in one of them', () => {
  const words = Array.from({ length: 100_000 }, (_, index) => `word${index}`);
  const portions = portionsOf([{ text: words.join(' ') }]).map((portion) => portion.map(({ text }) => text));
  expect(portions.every((portion) => portion.join('').length <= 128 * 1024)).toBe(true);
  for (const [index, part] of portions.flat().entries()) {
    const next = portions.flat()[index + 1];
    if (next !== undefined) expect(next.startsWith(part.slice(-1024))).toBe(true);
  }
  const steps = portions.flat().map((part, index) => (index === 0 ? part : part.slice(1024)));
  expect(steps.join('')).toBe(words.join(' '));
});

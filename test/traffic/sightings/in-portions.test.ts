import { expect, test } from 'vitest';
import { inPortions } from '../../../src/traffic/sightings/in-portions.ts';

test('short texts stay as they are', () => {
  const texts = [{ text: 'a', by: 'model' }, { text: '' }];
  expect(inPortions(texts)).toEqual(texts);
  expect(inPortions([])).toEqual([]);
});

test('a long text is split into overlapping parts, so every sentence is whole in one of them', () => {
  const whole = Array.from({ length: 100_000 }, (_, index) => `word${index}`).join(' ');
  const parts = inPortions([{ text: whole, by: 'model' }]);
  expect(parts.every(({ text, by }) => text.length <= 128 * 1024 && by === 'model')).toBe(true);
  const texts = parts.map(({ text }) => text);
  expect(texts.slice(1).map((text) => text.slice(0, 1024))).toEqual(
    texts.slice(0, -1).map((text) => text.slice(-1024)),
  );
  expect(texts.map((text, index) => (index === 0 ? text : text.slice(1024))).join('')).toBe(whole);
});

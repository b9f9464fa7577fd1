import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/package-root.ts';
import { readPrices } from '../../src/app/read-prices.ts';
import { priceOf } from '../../src/scoring/prices/price-of.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

function fileWith(text: string): string {
  const file = join(temporaryFolder(), 'prices.yaml');
  writeFileSync(file, text);
  return file;
}

const MINE = `models:
  - { model: claude-sonnet-4-5, input: 1, output: 2, source: our contract, date: 2026-01-02 }
`;

test('each bundled price has a source and a date, and no model is listed twice', () => {
  const prices = readPrices();
  expect(prices.length).toBeGreaterThan(5);
  for (const { source, date } of prices)
    expect([source, date]).toEqual([expect.stringMatching(/^https:\/\//), date]);
  const names = prices.flatMap(({ model, aliases }) => [model, ...aliases]);
  expect(names).toEqual([...new Set(names)]);
});

test('a dated snapshot has the price of its model; the scripted model has none', () => {
  expect(priceOf('claude-sonnet-4-5-20250929', readPrices())).toMatchObject({ input: 3, output: 15 });
  expect(priceOf('scripted', readPrices())).toBeNull();
});

test('prices from a file take precedence over bundled ones', () => {
  const prices = readPrices(fileWith(MINE));
  expect(priceOf('claude-sonnet-4-5', prices)).toMatchObject({ input: 1, cacheRead: null });
  expect(priceOf('claude-haiku-4-5', prices)).toMatchObject({ input: 1, output: 5 });
});

test.each([
  ['has a negative price', MINE.replace('input: 1', 'input: -1'), /prices\.yaml:2:\d+: "models\[0\]\.input"/],
  ['names no source', MINE.replace('source: our contract, ', ''), /"models\[0\]\.source"/],
])('a file that %s is refused with its position', (_, text, message) => {
  expect(() => readPrices(fileWith(text))).toThrow(message);
});

test('the error for a file that cannot be read names it and where to find its schema', () => {
  expect(() => readPrices('/nonexistent/prices.yaml')).toThrow(/\/nonexistent\/.*assay schema prices/);
});

test('the package ships the prices file', () => {
  const manifest: { files: string[] } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));
  expect(manifest.files).toContain('src/scoring/prices/prices.yaml');
});

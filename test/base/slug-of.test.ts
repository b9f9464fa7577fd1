import { expect, test } from 'vitest';
import { slugOf } from '../../src/base/slug-of.ts';

test.each([
  ['Add a Table!', 'add-a-table'],
  ['../../etc', 'etc'],
  ['你好', ''],
  [`${'x'.repeat(55)}-y`, 'x'.repeat(55)],
])('%j becomes the slug %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

import { expect, test } from 'vitest';
import { Slug } from '../../../src/contracts/identifiers.ts';
import { Slugs } from '../../../src/foreign/drafting/slugs.ts';

test('ids are slugs of the names, and no two of a suite are alike', () => {
  const slugs = new Slugs();
  const names = [
    'Add a Table!',
    'add-a-table',
    'Add a table',
    '你好',
    '',
    'skill',
    '../../etc',
    '\u001b[31mred',
    'x'.repeat(900),
  ];
  const ids = names.map((name) => slugs.take(name, 'eval'));
  expect(ids.slice(0, 8)).toEqual([
    'add-a-table',
    'add-a-table-2',
    'add-a-table-3',
    'eval',
    'eval-2',
    'skill-2',
    'etc',
    '31mred',
  ]);
  for (const id of ids) expect(Slug.safeParse(id).success).toBe(true);
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nearestPath } from '../../src/sources/nearest-path.ts';
import { tempFolder } from './temp-folder.ts';

test('a suggested path has each of its parts corrected', () => {
  const folder = tempFolder({ 'skills/csv-tidy/SKILL.md': 'x', 'skill-notes/a': 'x' });
  const near = (path: string) => nearestPath(join(folder, path));
  expect(near('skils/csv-tidy')).toBe(join(folder, 'skills/csv-tidy'));
  expect(near('skils/csv-tydi')).toBe(join(folder, 'skills/csv-tidy'));
  expect(near('skills/csv-tidy/SKIL.md')).toBe(join(folder, 'skills/csv-tidy/SKILL.md'));
  expect(near('skils/other')).toBeNull();
  expect(near('elsewhere')).toBeNull();
});

test('a relative path stays relative', () => {
  expect(nearestPath('./tsks/csv-tidy')).toBe('./tasks/csv-tidy');
  expect(nearestPath('tsks/csv-tidy')).toBe('tasks/csv-tidy');
  expect(nearestPath('../no-such-folder-anywhere-near')).toBeNull();
});

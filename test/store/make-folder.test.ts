import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../src/store/make-folder.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

test('a folder is created with its parents, and creating it again does no harm', () => {
  const folder = join(temporaryFolder(), 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

test('a folder that the kernel refuses is an error, without endless waiting', () => {
  expect(() => makeFolder('/proc/a')).toThrow(/ENOENT/);
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../src/store/make-folder.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

test('a folder is made with those above it, and again without harm', () => {
  const folder = join(temporaryFolder(), 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

test('a folder that the kernel does not take is an error, and no wait without end', () => {
  expect(() => makeFolder('/proc/a')).toThrow(/ENOENT/);
});

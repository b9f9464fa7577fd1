import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireSmallSchema } from '../../src/store/require-small-schema.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const PAGE_SIZE_AT = 8;
/** Nobody could read all of it. */
const HOLE_BYTES = 2 ** 40;

/** A database whose journal is a header and a hole, which takes no room on the disk. */
function withHole(pageSize: number): string {
  const file = join(temporaryFolder(), 'assay.db');
  const header = Buffer.alloc(32);
  header.writeUInt32BE(pageSize, PAGE_SIZE_AT);
  writeFileSync(file, '');
  writeFileSync(`${file}-wal`, header);
  truncateSync(`${file}-wal`, HOLE_BYTES);
  return file;
}

test.each([0, 24, 1000, 2 ** 17])(
  'a journal with pages of %i bytes is taken for none, as SQLite does',
  (size) => {
    expect(() => requireSmallSchema(withHole(size))).not.toThrow();
  },
);

test('a journal is read up to its first hole', () => {
  expect(() => requireSmallSchema(withHole(512))).not.toThrow();
});

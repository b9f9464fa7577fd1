import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readGiven, requireWritable, writeGiven } from '../../src/app/given-file.ts';
import { asOtherUser } from '../fixtures/as-other-user.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const HINT = '"assay schema prices" shows its form.';

/** A folder that anybody may enter, with a file that only its owner reads. */
function closedFile(): { folder: string; file: string } {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const file = join(folder, 'closed');
  writeFileSync(file, 'x');
  chmodSync(file, 0o000);
  return { folder, file };
}

test('the error for a file without read permission names it, the cause and a hint', async () => {
  const { file } = closedFile();
  await asOtherUser(async () => {
    expect(() => readGiven({ file, what: 'prices', hint: HINT })).toThrow(
      `Cannot read the prices from ${file}: access is not permitted. ${HINT}`,
    );
  });
});

test('the error for a folder without write permission says so', async () => {
  const { folder } = closedFile();
  const given = { file: join(folder, 'new'), what: 'results' };
  await asOtherUser(async () => {
    const told = `Cannot write the results to ${given.file}: access is not permitted.`;
    expect(() => writeGiven(given, 'x')).toThrow(told);
  });
});

test('the error for a folder in place of a file says so', () => {
  const file = join(temporaryFolder(), 'a-folder');
  mkdirSync(file);
  expect(() => readGiven({ file, what: 'prices' })).toThrow(/a-folder: it is a folder, not a file\.$/);
  for (const write of [() => requireWritable({ file, what: 'x' }), () => writeGiven({ file, what: 'x' }, '')])
    expect(write).toThrow(/^Cannot write the x to .*a-folder: it is a folder, not a file\.$/);
});

test('the error for a missing folder names the folder, not only the file', () => {
  const folder = join(temporaryFolder(), 'nope');
  const given = { file: join(folder, 'x.html'), what: 'report' };
  for (const write of [() => requireWritable(given), () => writeGiven(given, '')])
    expect(write).toThrow(`Cannot write the report to ${given.file}: the folder ${folder} does not exist.`);
});

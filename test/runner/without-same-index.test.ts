import { expect, test } from 'vitest';
import { GitHistory } from '../../src/contracts/git-history.ts';
import { WORKSPACE } from '../../src/contracts/sandbox-places.ts';
import { copyOfFiles } from '../../src/graders/workspace-copy.ts';
import { withoutSameIndex } from '../../src/runner/without-same-index.ts';
import { indexOf } from '../../src/suites/history/git-objects.ts';

const BLOB = { path: 'a.txt', mode: '100644' as const, id: '1'.repeat(40), size: 4 };
const GIVEN = indexOf([BLOB]);
/** As git writes it down once it has looked at the file. */
const LOOKED_AT = indexOf([{ ...BLOB, size: 5 }]);

async function changesOf(content: Uint8Array<ArrayBuffer>, mode = 0o644) {
  const path = `${WORKSPACE}/.git/index`;
  const entry = { path, kind: 'file' as const, mode, owner: null, size: content.length, digest: null };
  const changed = [{ ...entry, attributes: null, target: null, content: null }];
  const task = { git: GitHistory.parse({ commits: [{ message: 'Start' }] }) };
  const subject = { task, workspace: [{ path: '.git/index', content: GIVEN, executable: false }] };
  const copy = await copyOfFiles([{ path, content, executable: false }]);
  return withoutSameIndex({ created: [], changed, deleted: [] }, subject, copy).changed.length;
}

test('an index is unchanged if Git has only looked at the files', async () => {
  expect(await changesOf(LOOKED_AT)).toBe(0);
});

test('an index that lists something else, that cannot be read or that can be executed is a change', async () => {
  expect(await changesOf(indexOf([]))).toBe(1);
  expect(await changesOf(Buffer.from('app.txt'))).toBe(1);
  expect(await changesOf(LOOKED_AT, 0o755)).toBe(1);
});

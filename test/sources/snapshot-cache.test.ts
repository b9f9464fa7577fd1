import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { snapshotOf } from '../../src/checks/snapshot.ts';
import { readSnapshot, saveSnapshot } from '../../src/sources/snapshot-cache.ts';
import { skillFolder } from '../checks/skill-folder.ts';
import { tempFolder } from './temp-folder.ts';

const FILES = { 'SKILL.md': 'x', 'scripts/run.sh': 'y', 'node_modules/a.js': 'a' };

describe('a snapshot', () => {
  const good = skillFolder(FILES);
  const digest = snapshotOf(good).digest;

  test('is read back by its digest, byte for byte and mode for mode', async () => {
    const cache = join(tempFolder({}), 'deep', 'cache');
    const files = good.files.map((file) => ({ ...file, executable: file.path.startsWith('scripts/') }));
    const { digest: name } = snapshotOf({ ...good, files });
    const place = await saveSnapshot(cache, { ...good, files });
    expect(place).toBe(join(cache, name.slice('sha256:'.length)));
    const found = await readSnapshot(cache, name);
    expect(found?.sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual(
      files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    );
  });

  test('that was never saved is null', async () => {
    expect(await readSnapshot(tempFolder({}), digest)).toBeNull();
  });

  test('is saved once, even if several save it at the same time, and leaves no draft', async () => {
    const cache = tempFolder({});
    const places = await Promise.all([1, 2, 3, 4].map(() => saveSnapshot(cache, good)));
    expect(new Set(places).size).toBe(1);
    expect(readdirSync(cache)).toEqual([digest.slice('sha256:'.length)]);
  });

  test('is read-only, so that it is not changed by accident', async () => {
    const place = await saveSnapshot(tempFolder({}), good);
    expect(statSync(join(place, 'SKILL.md')).mode & 0o777).toBe(0o444);
  });

  test('that was changed is an error', async () => {
    const cache = tempFolder({});
    const file = join(await saveSnapshot(cache, good), 'SKILL.md');
    chmodSync(file, 0o644);
    writeFileSync(file, 'changed');
    await expect(readSnapshot(cache, digest)).rejects.toThrow(/has been changed/);
  });

  test('with a git repository is refused before anything is written', async () => {
    const cache = tempFolder({});
    await expect(saveSnapshot(cache, skillFolder({ ...FILES, 'a/.git/config': 'x' }))).rejects.toMatchObject({
      code: 'SKILL_INVALID',
    });
    expect(readdirSync(cache)).toEqual([]);
  });

  test('with an unsafe path is refused before anything is written', async () => {
    const cache = tempFolder({});
    await expect(saveSnapshot(cache, skillFolder({ ...FILES, '../evil': 'x' }))).rejects.toMatchObject({
      code: 'SKILL_INVALID',
    });
    expect(readdirSync(cache)).toEqual([]);
  });
});

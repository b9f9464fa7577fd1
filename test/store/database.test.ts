import { chmodSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openResults } from '../../src/store/open-results.ts';
import { asOtherUser } from '../fixtures/as-other-user.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const plan = smallPlan();
const record = measured(plan, 'task:greet:with-skill:1');

/** A results folder with one run of one trial. */
async function recorded(): Promise<string> {
  const folder = temporaryFolder();
  await using store = await openResults(folder, 'writing');
  await store.createRun(plan);
  await store.saveTrial(record);
  return folder;
}

async function recordsIn(folder: string) {
  await using reader = await openResults(folder, 'reading');
  const [run] = await reader.listRuns();
  return { runId: run?.runId, records: await reader.loadRecords(plan) };
}

const all = { runId: plan.runId, records: [record] };

function lock(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true })) chmodSync(join(folder, String(name)), 0o555);
  chmodSync(folder, 0o555);
}

describe('a database of a newer Assay', () => {
  test.each([
    ['a writer', (folder: string) => openResults(folder, 'writing')],
    ['a reader', (folder: string) => openResults(folder, 'reading')],
  ])('is refused to %s with both versions and the next step, and stays unchanged', async (_, open) => {
    const folder = await recorded();
    const file = join(folder, 'assay.db');
    const database = new BetterSqlite3(file);
    database.exec("insert into kysely_migration values ('9000-later', '2030-01-01T00:00:00.000Z')");
    database.close();
    const before = readFileSync(file);
    await expect(open(folder)).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringMatching(
        /made by a newer Assay: its schema is version "9000-later", .* understands version "0\d{3}-[a-z-]+" and older\. Update Assay/,
      ),
    });
    expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(folder)).not.toContain('assay.db-shm');
  });
});

describe('reading', () => {
  test('writes nothing', async () => {
    const folder = await recorded();
    const before = readdirSync(folder);
    expect(await recordsIn(folder)).toEqual(all);
    expect(readdirSync(folder)).toEqual(before);
  });

  test('works in a folder of another user without write permission', async () => {
    const folder = await recorded();
    lock(folder);
    expect(await asOtherUser(() => recordsIn(folder))).toEqual(all);
    await expect(asOtherUser(() => openResults(folder, 'writing'))).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
    });
  });

  test('sees what another process is currently recording', async () => {
    const folder = temporaryFolder();
    await using store = await openResults(folder, 'writing');
    await store.createRun(plan);
    expect(readdirSync(folder)).toContain('assay.db-shm');
    await store.saveTrial(record);
    expect(await recordsIn(folder)).toEqual(all);
  });

  test('finds the journal of a killed process in a read-only copy', async () => {
    const [live, folder] = [temporaryFolder(), temporaryFolder()];
    await using store = await openResults(live, 'writing');
    await store.createRun(plan);
    await store.saveTrial(record);
    cpSync(live, folder, { recursive: true, filter: (path) => !path.endsWith('-shm') });
    expect(readdirSync(folder)).toEqual(['assay.db', 'assay.db-wal', 'blobs']);
    lock(folder);
    expect(await asOtherUser(() => recordsIn(folder))).toEqual(all);
  });

  test('gives one readable error for a file that is not a database', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'assay.db'), 'x'.repeat(5000));
    await expect(openResults(folder, 'reading')).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringMatching(
        /Cannot use the database .*assay\.db: file is not a database\. .*--results/,
      ),
    });
  });
});

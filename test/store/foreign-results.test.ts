import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openResults } from '../../src/store/open-results.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const plan = smallPlan();
const record = measured(plan, 'task:greet:with-skill:1');

/** A results folder that Assay made, with one run of one trial. */
async function recorded(): Promise<string> {
  const folder = temporaryFolder();
  await using store = await openResults(folder, 'writing');
  await store.createRun(plan);
  await store.saveTrial(record);
  return folder;
}

function change(folder: string, sql: string): void {
  const database = new BetterSqlite3(join(folder, 'assay.db'));
  database.unsafeMode(true);
  database.exec(sql);
  database.close();
}

const USES = [['writing'], ['reading']] as const;

function open(folder: string, use: 'writing' | 'reading'): Promise<AsyncDisposable> {
  return use === 'writing' ? openResults(folder, 'writing') : openResults(folder, 'reading');
}

const FOREIGN = {
  'a trigger': `create trigger judge after insert on trials begin
    update trials set record = replace(record, '"passed":false', '"passed":true'); end`,
  'a view': 'create view judge as select * from trials',
  'an endless view in place of a table': `drop table runs; create view runs as
    with recursive n(i) as (select 1 union all select i + 1 from n)
    select i as id, '' as created_at, 'finished' as status, '{}' as plan, null as scorecard, null as seal from n`,
  'another table': 'create table notes (text)',
  'an index of its own': "create index judge on trials (replace(record, 'a', 'b'))",
  'a generated column': "alter table trials add column judge text as (replace(record, 'false', 'true'))",
  'a default of its own': "alter table runs add column judge text default 'x'",
  'a table without its constraints': `drop table trials;
    create table trials (run_id, trial_id, attempt, ended_at, status, record)`,
  'another collation': `pragma writable_schema = on;
    update sqlite_master set sql = replace(sql, '"trial_id" text not null', '"trial_id" text collate nocase not null')
    where name = 'trials'`,
  'a table of an earlier version': 'alter table runs drop column seal',
  'only migrations': 'drop table trials; drop table runs',
};

describe.each(Object.entries(FOREIGN))('a database with %s', (_, sql) => {
  test.each(USES)('is refused for %s, and stays as it is', async (use) => {
    const folder = await recorded();
    change(folder, sql);
    const before = readFileSync(join(folder, 'assay.db'));
    await expect(open(folder, use)).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringMatching(/assay\.db is not as Assay makes it: .*--results/s),
    });
    expect(readFileSync(join(folder, 'assay.db'))).toEqual(before);
  });
});

test('a database whose pages belong to two tables is refused', async () => {
  const folder = await recorded();
  change(
    folder,
    `pragma writable_schema = on; update sqlite_master set rootpage =
      (select rootpage from sqlite_master where name = 'runs') where name = 'kysely_migration_lock'`,
  );
  for (const [use] of USES)
    await expect(open(folder, use)).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringMatching(/assay\.db is damaged: /),
    });
});

describe('a schema that is spread over pages, which SQLite may never have read, is refused', () => {
  const INTERIOR = 0x05;
  const PAGE = 4096;

  async function refuse(folder: string): Promise<void> {
    for (const [use] of USES)
      await expect(open(folder, use)).rejects.toMatchObject({
        code: 'STORE_UNUSABLE',
        message: expect.stringMatching(/assay\.db is not as Assay makes it: its schema is too large/),
      });
  }

  test('in the database', async () => {
    const folder = await recorded();
    const image = readFileSync(join(folder, 'assay.db'));
    image.writeUInt8(INTERIOR, 100);
    writeFileSync(join(folder, 'assay.db'), image);
    await refuse(folder);
  });

  test('in its journal', async () => {
    const [live, folder] = [temporaryFolder(), temporaryFolder()];
    await using store = await openResults(live, 'writing');
    await store.createRun(plan);
    cpSync(live, folder, { recursive: true, filter: (path) => !path.endsWith('-shm') });
    const wal = readFileSync(join(folder, 'assay.db-wal'));
    const frames = Array.from(
      { length: Math.floor((wal.length - 32) / (PAGE + 24)) },
      (_, i) => 32 + i * (PAGE + 24),
    );
    for (const frame of frames.filter((at) => wal.readUInt32BE(at) === 1))
      wal.writeUInt8(INTERIOR, frame + 24 + 100);
    writeFileSync(join(folder, 'assay.db-wal'), wal);
    await refuse(folder);
  });
});

describe('a link in a results folder leads nowhere:', () => {
  test.each(['assay.db', 'assay.db-wal', 'assay.db-shm', 'assay.db-journal'])('%s', async (name) => {
    const [folder, elsewhere] = [await recorded(), temporaryFolder()];
    const target = join(elsewhere, 'other.db');
    if (name === 'assay.db') renameSync(join(folder, name), target);
    else writeFileSync(target, '');
    symlinkSync(target, join(folder, name));
    const before = readFileSync(target);
    for (const [use] of USES)
      await expect(open(folder, use)).rejects.toMatchObject({
        code: 'STORE_UNUSABLE',
        message: expect.stringContaining(`${join(folder, name)}: expected a file, found a link`),
      });
    expect(readFileSync(target)).toEqual(before);
    expect(readdirSync(elsewhere)).toEqual(['other.db']);
  });

  test('blobs', async () => {
    const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(elsewhere, join(folder, 'blobs'));
    await using store = await openResults(folder, 'writing');
    await expect(store.keep(Buffer.from('evidence'))).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringMatching(/blobs: expected a folder, found a link/),
    });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('a folder of blobs', async () => {
    const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
    await using store = await openResults(folder, 'writing');
    const digest = await store.keep(Buffer.from('evidence'));
    const first = digest.slice('sha256:'.length).slice(0, 2);
    renameSync(join(folder, 'blobs', first), join(folder, 'kept'));
    symlinkSync(elsewhere, join(folder, 'blobs', first));
    await expect(store.keep(Buffer.from('evidence'))).rejects.toThrow(/expected a folder, found a link/);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('a blob, which may never end', async () => {
    const folder = temporaryFolder();
    await using store = await openResults(folder, 'writing');
    const digest = await store.keep(Buffer.from('evidence'));
    const hex = digest.slice('sha256:'.length);
    const blob = join(folder, 'blobs', hex.slice(0, 2), hex);
    renameSync(blob, join(folder, 'kept'));
    symlinkSync(join(folder, 'kept'), blob);
    await expect(store.kept(digest)).rejects.toThrow(/expected a file, found a link/);
    expect(await store.stateOf(digest)).toBe('missing');
  });

  test('the folder of a run', async () => {
    const [folder, elsewhere] = [await recorded(), temporaryFolder()];
    symlinkSync(elsewhere, join(folder, plan.runId));
    await using store = await openResults(folder, 'writing');
    expect(() => store.claimRun(plan.runId)).toThrow(/expected a folder, found a link/);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('the lock of a run', async () => {
    const [folder, elsewhere] = [await recorded(), temporaryFolder()];
    mkdirSync(join(folder, plan.runId));
    symlinkSync(join(elsewhere, 'made'), join(folder, plan.runId, 'session.lock'));
    await using store = await openResults(folder, 'writing');
    expect(() => store.claimRun(plan.runId)).toThrow(/expected a file, found a link/);
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

test('a lock that is a database is not read', async () => {
  const folder = await recorded();
  mkdirSync(join(folder, plan.runId));
  cpSync(join(folder, 'assay.db'), join(folder, plan.runId, 'session.lock'));
  await using store = await openResults(folder, 'writing');
  expect(() => store.claimRun(plan.runId)).toThrow(/session\.lock: expected an empty file/);
  await expect(store.loadRun(plan.runId)).rejects.toThrow(/session\.lock: expected an empty file/);
});

test.each(USES)('a rollback journal, which SQLite would carry out, is refused for %s', async (use) => {
  const folder = await recorded();
  const journal = join(folder, 'assay.db-journal');
  writeFileSync(journal, Buffer.alloc(512, 1));
  await expect(open(folder, use)).rejects.toMatchObject({
    code: 'STORE_UNUSABLE',
    message: expect.stringContaining(`${journal}: expected none`),
  });
  expect(readFileSync(journal)).toHaveLength(512);
});

describe('a run whose results are changed while it is under way is not scored:', () => {
  const changes = {
    'a record': `update trials set record = replace(record, '"attempt":1', '"attempt": 1')`,
    'an end': "update trials set ended_at = '2020-01-01T00:00:00.000Z'",
    'a lost row': 'delete from trials',
    'another row': `insert into trials select run_id, 'task:greet:baseline:1', attempt, ended_at, status, record from trials`,
    'the plan': `update runs set plan = json_set(plan, '$.seed', 'other')`,
  };
  test.each(Object.entries(changes))('%s', async (_, sql) => {
    const folder = temporaryFolder();
    await using store = await openResults(folder, 'writing');
    await store.createRun(plan);
    await store.saveTrial(record);
    await store.requireUnchanged(plan.runId);
    change(folder, sql);
    const refused = {
      code: 'STORE_UNUSABLE',
      message: expect.stringMatching(/was changed in .* while it was under way/),
    };
    await expect(store.requireUnchanged(plan.runId)).rejects.toMatchObject(refused);
  });

  test('the records of an earlier process', async () => {
    const folder = await recorded();
    await using store = await openResults(folder, 'writing');
    await store.reopenRun(plan);
    await store.requireUnchanged(plan.runId);
    change(folder, `update trials set record = replace(record, '"attempt":1', '"attempt": 1')`);
    await expect(store.requireUnchanged(plan.runId)).rejects.toThrow(
      /was changed in .* while it was under way/,
    );
  });
});

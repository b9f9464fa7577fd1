import { globSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { RunBudget } from '../../src/contracts/budget.ts';
import type { TrialRecord } from '../../src/contracts/trial-record.ts';
import { openResults } from '../../src/store/open-results.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const plan = smallPlan();
const record = measured(plan, 'task:greet:with-skill:1');

function faulted(attempt: number): TrialRecord {
  const result = { status: 'faulted' as const, reason: 'sandbox-failed' as const, detail: 'gone' };
  return { ...record, attempt, result };
}

test('a recorded run is read back unchanged, even by another process that opens the folder', async () => {
  const folder = temporaryFolder();
  {
    await using store = await openResults(folder, 'writing');
    await store.createRun(plan);
    await store.saveTrial(record);
  }
  await using store = await openResults(folder, 'writing');
  using _claim = store.claimRun(plan.runId);
  expect(await store.loadRun(plan.runId)).toEqual({
    ...{ runId: plan.runId, plan },
    ...{ status: 'running', recorded: 1, scorecard: null },
  });
  expect(await store.loadRecords(plan)).toEqual([record]);
});

test('the budget of a run can be raised without changing the rest of its plan', async () => {
  await using store = await openResults(temporaryFolder(), 'writing');
  await store.createRun(plan);
  const raised = { ...plan, budget: { ...plan.budget, maxUsd: 2 } };
  await store.reopenRun(raised);
  expect((await store.loadRun(plan.runId)).plan).toEqual(raised);
});

test('a run of a matrix waits while a process has claimed the matrix, and was interrupted once that is gone', async () => {
  const matrixId = 'matrix-20260102-030405-abcdef';
  const folder = temporaryFolder();
  await using store = await openResults(folder, 'writing');
  const own = { ...plan, matrix: matrixId };
  const matrix = { matrixId, createdAt: plan.createdAt, runs: [plan.runId], budget: RunBudget.parse({}) };
  await store.createMatrix(matrix, [own]);
  const statuses = [];
  {
    using _matrix = store.claimRun(matrixId);
    statuses.push((await store.loadRun(plan.runId)).status);
    using _run = store.claimRun(plan.runId);
    statuses.push((await store.loadRun(plan.runId)).status);
  }
  statuses.push((await store.loadRun(plan.runId)).status);
  expect(statuses).toEqual(['waiting', 'running', 'interrupted']);

  const raised = { ...matrix, budget: { ...matrix.budget, maxTokens: 7 } };
  await store.setMatrixBudget(raised);
  expect(await store.loadMatrix(matrixId)).toEqual(raised);
  await expect(store.loadMatrix('matrix-other')).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
});

test('the last of several attempts at a trial counts', async () => {
  await using store = await openResults(temporaryFolder(), 'writing');
  await store.createRun(plan);
  await store.saveTrial(faulted(1));
  await store.saveTrial({ ...record, attempt: 2 });
  expect(await store.loadRecords(plan)).toEqual([{ ...record, attempt: 2 }]);
  expect((await store.loadRun(plan.runId)).recorded).toBe(1);
});

test('the same attempt cannot be recorded twice', async () => {
  await using store = await openResults(temporaryFolder(), 'writing');
  await store.createRun(plan);
  await store.saveTrial(record);
  await expect(store.saveTrial(record)).rejects.toMatchObject({
    code: 'STORE_UNUSABLE',
    message: expect.stringMatching(/cannot be written: UNIQUE/),
  });
});

test('a trial of a run that was never created cannot be recorded', async () => {
  await using store = await openResults(temporaryFolder(), 'writing');
  await expect(store.saveTrial(record)).rejects.toThrow(/FOREIGN KEY/);
});

test('runs are listed newest first', async () => {
  await using store = await openResults(temporaryFolder(), 'writing');
  await store.createRun(plan);
  await store.createRun(smallPlan({ runId: 'later', createdAt: '2026-02-02T00:00:00.000Z' }));
  expect((await store.listRuns()).map((run) => run.runId)).toEqual(['later', plan.runId]);
});

/** Changes a row behind the store's back, as another version or a broken disk does. */
function damage(folder: string, sql: string): void {
  const database = new BetterSqlite3(join(folder, 'assay.db'));
  database.exec(sql);
  database.close();
}

test.each([
  [`plan = '{"runId": '`, /The plan of run 20260102-030405-abcdef cannot be read: .*JSON/],
  [`plan = '{}'`, /The plan of run .* cannot be read: "runId": missing, expected text/],
  [`scorecard = '[]'`, /The scorecard of run .* cannot be read: expected a mapping, found an empty list/],
])('a run with %s is listed as unreadable with the reason, beside the others', async (change, why) => {
  const folder = temporaryFolder();
  await using store = await openResults(folder, 'writing');
  await store.createRun(plan);
  const later = smallPlan({ runId: 'later', createdAt: '2026-02-02T00:00:00.000Z' });
  await store.createRun(later);
  damage(folder, `update runs set ${change} where id = '${plan.runId}'`);
  expect(await store.listRuns()).toEqual([
    { runId: 'later', plan: later, status: 'interrupted', recorded: 0, scorecard: null },
    { runId: plan.runId, createdAt: plan.createdAt, unreadable: expect.stringMatching(why) },
  ]);
  const refused = { code: 'STORE_UNUSABLE', message: expect.stringMatching(why) };
  await expect(store.loadRun(plan.runId)).rejects.toMatchObject(refused);
});

test('a record that cannot be read is lost with its reason, and no other is affected', async () => {
  const folder = temporaryFolder();
  await using store = await openResults(folder, 'writing');
  await store.createRun(plan);
  await store.saveTrial(faulted(1));
  const other = measured(plan, 'task:greet:baseline:1');
  await store.saveTrial(other);
  damage(folder, `update trials set record = '{"result": {}}' where trial_id = '${record.trial.id}'`);
  expect(await store.loadRecords(plan)).toEqual([
    other,
    lostRecord(/^The record of task:greet:with-skill:1 cannot be read: "runId": missing/),
  ]);
});

/** What stands for `record` where its evidence cannot be had. */
function lostRecord(why: RegExp) {
  const detail = expect.stringMatching(new RegExp(`${why.source}.*assay run --resume ${plan.runId}`));
  return { ...record, result: { status: 'faulted', reason: 'evidence-lost', detail } };
}

test('the runs of a suite are found among others, even beside a damaged plan', async () => {
  const folder = temporaryFolder();
  await using store = await openResults(folder, 'writing');
  await store.createRun(plan);
  await store.createRun(smallPlan({ runId: 'later', createdAt: '2026-02-02T00:00:00.000Z' }));
  await store.createRun(smallPlan({ runId: 'other', suite: { ...plan.suite, id: 'other' } }));
  await store.createRun(smallPlan({ runId: 'broken' }));
  damage(folder, `update runs set plan = '{"suite"' where id = 'broken'`);
  expect(await store.runsOf(plan.suite.id)).toEqual(['later', plan.runId]);
  expect(await store.runsOf('none')).toEqual([]);
});

test('the error for an unknown run names the newest known ones', async () => {
  await using store = await openResults(temporaryFolder(), 'writing');
  await expect(store.loadRun('nope')).rejects.toThrow(/There is none yet/);
  await store.createRun(plan);
  await expect(store.loadRun('nope')).rejects.toThrow(plan.runId);
});

test.each([
  [
    'was changed',
    (blob: string) => writeFileSync(blob, '{}'),
    /^The evidence sha256:[0-9a-f]{64} is not what was recorded/,
  ],
  ['was cut short', (blob: string) => truncateSync(blob, 10), /is not what was recorded/],
  ['is missing', (blob: string) => rmSync(blob), /^The evidence sha256:[0-9a-f]{64} is missing/],
])('evidence that %s on disk affects only its own trial', async (_, spoil, why) => {
  const folder = temporaryFolder();
  await using store = await openResults(folder, 'writing');
  await store.createRun(plan);
  await store.saveTrial(record);
  const [blob = ''] = globSync(join(folder, 'blobs/*/*'));
  const other = measured(plan, 'task:greet:baseline:1');
  await store.saveTrial(other);
  spoil(blob);
  expect(await store.loadRecords(plan)).toEqual([other, lostRecord(why)]);
});

test('damaged content is written again when the same content is kept again', async () => {
  const folder = temporaryFolder();
  await using store = await openResults(folder, 'writing');
  const digest = await store.keep(Buffer.from('content'));
  const [blob = ''] = globSync(join(folder, 'blobs/*/*'));
  writeFileSync(blob, 'other');
  await store.keep(Buffer.from('content'));
  expect(Buffer.from(await store.kept(digest)).toString()).toBe('content');
});

test.each([
  ['another trial', `trial_id = 'task:greet:baseline:1'`, 'attempt 1 at task:greet:with-skill:1'],
  ['another attempt', 'attempt = 2', 'attempt 1 at'],
  ['another run', `run_id = 'other'`, `of run ${plan.runId}`],
])('a record stored in place of %s is not evidence for it', async (_, change, found) => {
  const folder = temporaryFolder();
  await using store = await openResults(folder, 'writing');
  const other = smallPlan({ runId: 'other' });
  await store.createRun(plan);
  await store.createRun(other);
  await store.saveTrial(record);
  damage(folder, `update trials set ${change}`);
  const records = [...(await store.loadRecords(plan)), ...(await store.loadRecords(other))];
  const detail = expect.stringContaining(found);
  expect(records).toMatchObject([{ result: { status: 'faulted', reason: 'evidence-lost', detail } }]);
});

test('no row is committed before the content that it names is synced to the disk', async () => {
  const folder = temporaryFolder();
  await using store = await openResults(folder, 'writing');
  await store.createRun(plan);
  await store.keep(Buffer.from('a wire log'));
  // Nobody can sync what is not there: had the row been first, it would stand now.
  rmSync(join(folder, 'blobs'), { recursive: true });
  await expect(store.saveTrial(record)).rejects.toMatchObject({
    code: 'STORE_UNUSABLE',
    message: expect.stringMatching(/^Evidence cannot be written: there is no such file or folder/),
  });
  expect((await store.loadRun(plan.runId)).recorded).toBe(0);
});

test('a row of a trial that was never planned is ignored', async () => {
  const folder = temporaryFolder();
  await using store = await openResults(folder, 'writing');
  await store.createRun(plan);
  await store.saveTrial(record);
  damage(folder, `update trials set trial_id = 'task:other:with-skill:1'`);
  expect(await store.loadRecords(plan)).toEqual([]);
});

test('the database is in WAL mode and survives a process that exits without closing it', async () => {
  const folder = temporaryFolder();
  const abandoned = await openResults(folder, 'writing');
  await abandoned.createRun(plan);
  const reader = new BetterSqlite3(join(folder, 'assay.db'), { readonly: true });
  expect(reader.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(reader.prepare('select id from runs').pluck().all()).toEqual([plan.runId]);
  reader.close();
  await abandoned[Symbol.asyncDispose]();
});

test('an unusable folder is one readable error', async () => {
  const file = join(temporaryFolder(), 'a-file');
  writeFileSync(file, '');
  await expect(openResults(join(file, 'below'), 'writing')).rejects.toMatchObject({
    code: 'STORE_UNUSABLE',
    message: expect.stringContaining('--results'),
  });
});

test('evidence that cannot be written is an error that ends the run, not a fault of one trial', async () => {
  const folder = temporaryFolder();
  await using store = await openResults(folder, 'writing');
  await store.createRun(plan);
  writeFileSync(join(folder, 'blobs'), '');
  const refused = expect.objectContaining({
    code: 'STORE_UNUSABLE',
    message: expect.stringMatching(/^Evidence cannot be written: /),
  });
  await expect(store.keep(new Uint8Array([1]))).rejects.toThrow(refused);
  await expect(store.saveTrial(record)).rejects.toEqual(refused);
});

test('a run without a process is interrupted, even if its process could not record that', async () => {
  const folder = temporaryFolder();
  await using store = await openResults(folder, 'writing');
  await store.createRun(plan);
  const statuses = async () => [
    (await store.loadRun(plan.runId)).status,
    ...(await store.listRuns()).map((run) => 'status' in run && run.status),
  ];
  expect(await statuses()).toEqual(['interrupted', 'interrupted']);
  {
    using _claim = store.claimRun(plan.runId);
    expect(await statuses()).toEqual(['running', 'running']);
  }
  expect(await statuses()).toEqual(['interrupted', 'interrupted']);
  await store.setStatus(plan.runId, 'finished');
  expect(await statuses()).toEqual(['finished', 'finished']);
});

test('a run that ends while it is being read is not reported as interrupted', async () => {
  await using store = await openResults(temporaryFolder(), 'writing');
  await store.createRun(plan);
  const looking = store.loadRun(plan.runId);
  await store.setStatus(plan.runId, 'finished');
  expect((await looking).status).toBe('finished');
});

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wireOf } from '../../src/app/stored-runs.ts';
import { WireRecorder } from '../../src/gateway/wire-log/wire-recorder.ts';
import { openResults } from '../../src/store/open-results.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const plan = smallPlan();
const trial = 'task:greet:baseline:1';
const faulted = 'task:greet:with-skill:1';
const older = 'probe:keeps-files:baseline:1';

/** A run with one trial that has a raw wire, one that faulted, and one from before there was any. */
async function storedRun() {
  const folder = temporaryFolder();
  await using store = await openResults(folder, 'writing');
  await store.createRun(plan);
  const recorder = new WireRecorder('secret');
  const about = {
    wire: 'openai-chat',
    method: 'POST' as const,
    purpose: 'answer' as const,
    path: '/v1/x',
    startMs: 0,
  };
  const ended = { status: 200, isComplete: true, isLeft: false, latencyMs: 1, waitedMs: 0 };
  recorder.begin(about, new TextEncoder().encode('{"model":"m"}')).end(ended);
  const { content, ...counts } = await recorder.end();
  const digest = await store.keep(content);
  await store.saveTrial(measured(plan, trial, { wireLog: { digest, ...counts, watched: null } }));
  await store.saveTrial(measured(plan, older));
  const result = { status: 'faulted' as const, reason: 'upstream-failed' as const, detail: '529' };
  await store.saveTrial({ ...measured(plan, faulted), result });
  return { folder, digest };
}

test('the raw wire of a trial is found beside its record', async () => {
  const { folder } = await storedRun();
  expect(await wireOf(folder, plan.runId, trial)).toMatchObject([{ request: { text: '{"model":"m"}' } }]);
});

test.each([
  [faulted, /was not measured/],
  [older, /before Assay kept one/],
  ['task:greet:baseline:9', /has no recorded trial/],
])('the error for a trial without a raw wire gives the reason: %s', async (id, message) => {
  const { folder } = await storedRun();
  await expect(wireOf(folder, plan.runId, id)).rejects.toMatchObject({
    message: expect.stringMatching(message),
  });
});

test('a raw wire that was removed from disk is reported as missing', async () => {
  const { folder, digest } = await storedRun();
  const hex = digest.slice('sha256:'.length);
  rmSync(join(folder, 'blobs', hex.slice(0, 2), hex));
  await expect(wireOf(folder, plan.runId, trial)).rejects.toMatchObject({
    code: 'STORE_UNUSABLE',
    message: expect.stringMatching(/The evidence sha256:\w+ is missing/),
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { startUpstreamServer } from '../fakes/upstream-server.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { MAIN } from '../fixtures/run-assay.ts';
import { type RunEnv, runEnvironment } from '../fixtures/run-environment.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const BUSY_ON_SIGNAL = fileURLToPath(new URL('../fixtures/busy-on-signal.mjs', import.meta.url));
const STOPPED_MS = 3000;

function answerWith(content: object[], stop_reason: string): Response {
  const usage = { input_tokens: 7, output_tokens: 3 };
  return Response.json({ type: 'message', role: 'assistant', content, stop_reason, usage });
}

function greet(): Response {
  const input = { path: 'greeting.txt', content: 'hello' };
  return answerWith([{ type: 'tool_use', id: 'toolu_1', name: 'write_file', input }], 'tool_use');
}

/** A run of two trials, one at a time, with something done to its process when the first one asks its model. */
async function runWhile(happens: (pid: number) => Promise<void>) {
  const env = runEnvironment();
  let isFirst = true;
  const started = Promise.withResolvers<number>();
  await using server = await startUpstreamServer(async (request) => {
    if (isFirst) {
      isFirst = false;
      await happens(await started.promise);
    }
    const hasWorked = (await request.text()).includes('tool_result');
    return hasWorked ? answerWith([{ type: 'text', text: 'Done.' }], 'end_turn') : greet();
  });
  const args = ['run', greeterSuite(temporaryFolder()), '--model', 'claude-x', '--no-probes', '--json'];
  const child = spawn(process.execPath, ['--import', BUSY_ON_SIGNAL, MAIN, ...args, '--concurrency', '1'], {
    env: { ...process.env, ...env, ANTHROPIC_API_KEY: 'sk-canary-7d11', ANTHROPIC_BASE_URL: server.url },
  });
  started.resolve(child.pid ?? 0);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return {
    status: child.exitCode,
    stderr,
    scorecard: Scorecard.parse(JSON.parse(stdout)),
    attempts: attemptsIn(env),
  };
}

function attemptsIn({ ASSAY_RESULTS }: RunEnv): unknown[] {
  const database = new Database(join(ASSAY_RESULTS, 'assay.db'), { readonly: true });
  try {
    return database.prepare('select attempt, status from trials order by rowid').raw().all();
  } finally {
    database.close();
  }
}

test('a run that is stopped in the middle of a trial repeats that trial and ends normally', async () => {
  const { status, scorecard, attempts } = await runWhile(async (pid) => {
    process.kill(pid, 'SIGSTOP');
    await sleep(STOPPED_MS);
    process.kill(pid, 'SIGCONT');
  });
  expect(attempts).toEqual([
    [1, 'faulted'],
    [2, 'measured'],
    [1, 'measured'],
  ]);
  expect(scorecard.trials).toMatchObject({ planned: 2, missing: 0, ungraded: 0 });
  expect(status).toBe(0);
});

test('a run whose process is busy for just as long is measured as it is, even if it receives SIGCONT', async () => {
  const { status, scorecard, attempts } = await runWhile(async (pid) => {
    process.kill(pid, 'SIGUSR2');
    await sleep(STOPPED_MS);
    process.kill(pid, 'SIGCONT');
  });
  expect(attempts).toEqual([
    [1, 'measured'],
    [1, 'measured'],
  ]);
  expect(scorecard.trials).toMatchObject({ planned: 2, missing: 0, ungraded: 0 });
  expect(status).toBe(0);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import type { Lease } from '../../../src/contracts/lease.ts';
import { openSession, reapStaleSessions } from '../../../src/sandbox/session/session.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { connectToServer } from '../docker/connect-to-server.ts';
import { containersOf, EMPTY_SPEC, leasedSessions } from '../docker-fixture.ts';
import { request } from '../engine/conformance.ts';

const HOLD_SANDBOX = fileURLToPath(new URL('hold-sandbox.ts', import.meta.url));
const SESSION = new URL('../../../src/sandbox/session/session.ts', import.meta.url).href;
const NOWHERE = 'unix:///nowhere/docker.sock';

/** Of a process that has ended, and whose engine does not answer: a lease that is tried, and kept. */
const ABANDONED: Lease = { pid: 2 ** 22 + 1, processStart: '1', hostname: hostname(), engine: NOWHERE };

function stateWith(lease: unknown): string {
  const state = temporaryFolder();
  mkdirSync(join(state, 'sessions'));
  writeFileSync(join(state, 'sessions', 'one.json'), JSON.stringify(lease));
  return state;
}

test('the next command removes what a killed run left behind, even if two run at once', async () => {
  const state = temporaryFolder();
  const run = spawn(process.execPath, [HOLD_SANDBOX, state], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(run.stdout, 'data');
  const [session = ''] = leasedSessions(state);
  run.kill('SIGKILL');
  await once(run, 'exit');
  expect(await containersOf(session)).toBe(1);
  const names = join(tmpdir(), `assay-names-${session}`);
  expect(existsSync(names)).toBe(true);
  const reports = await Promise.all([reapStaleSessions(state), reapStaleSessions(state)]);
  expect(reports.map(({ postponed }) => postponed)).toEqual([0, 0]);
  expect(await containersOf(session)).toBe(0);
  expect(leasedSessions(state)).toEqual([]);
  expect(existsSync(names)).toBe(false);
});

test('a state folder that is not writable is an error that says what to do', async () => {
  await expect(openSession('/dev/null')).rejects.toMatchObject({
    code: 'FILE_UNWRITABLE',
    message: expect.stringContaining('ASSAY_STATE_DIR'),
  });
});

test('a container that starts only after its run was killed is removed too', async () => {
  const answers = [[], [{ Id: 'late' }], []];
  const removed: string[] = [];
  const server = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? '', 'http://engine');
    if (incoming.method === 'DELETE') removed.push(pathname);
    response.end(pathname === '/containers/json' ? JSON.stringify(answers.shift()) : 'OK');
  });
  const { address } = await connectToServer(server);
  expect(await reapStaleSessions(stateWith({ ...ABANDONED, engine: address }))).toMatchObject({
    containers: 1,
  });
  expect(removed).toEqual(['/containers/late']);
});

test('the sandboxes of a running process are left alone', async () => {
  const state = temporaryFolder();
  await using engine = await openSession(state);
  await using sandbox = await engine.create(EMPTY_SPEC);
  expect(await reapStaleSessions(state)).toEqual({ containers: 0, postponed: 0 });
  expect(await sandbox.run(request('true'))).toMatchObject({ exitCode: 0 });
});

test.each([
  ['', ABANDONED],
  [' even if only the pid of its process is known', { ...ABANDONED, processStart: null }],
])('the next command retries an engine that does not answer%s', async (_where, lease) => {
  const state = stateWith(lease);
  expect(await reapStaleSessions(state)).toEqual({ containers: 0, postponed: 1 });
  expect(leasedSessions(state)).toEqual(['one']);
});

test('a process that reuses a pid does not keep the sandboxes of the earlier one', async () => {
  const state = stateWith({ ...ABANDONED, pid: process.pid });
  expect(await reapStaleSessions(state)).toEqual({ containers: 0, postponed: 1 });
});

test.each([
  ['a lease of another machine', { ...ABANDONED, hostname: 'another' }],
  ['a lease of a running process', { ...ABANDONED, pid: process.pid, processStart: null }],
  ['a lease of a future version', { ...ABANDONED, more: true }],
])('%s is left alone', async (_what, lease) => {
  const state = stateWith(lease);
  expect(await reapStaleSessions(state)).toEqual({ containers: 0, postponed: 0 });
  expect(leasedSessions(state)).toEqual(['one']);
});

test.each([
  ['the engine is not loaded if no run left anything', [], 'false'],
  ['the engine is loaded if a run left something', [ABANDONED], 'true'],
])('%s', async (_what, [lease], expected) => {
  const state = lease === undefined ? temporaryFolder() : stateWith(lease);
  const script = `
    import { createRequire } from 'node:module';
    import { reapStaleSessions } from '${SESSION}';
    await reapStaleSessions('${state}');
    const loaded = Object.keys(createRequire('${SESSION}').cache);
    console.log(loaded.some((path) => path.includes('dockerode')));`;
  const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', script]);
  expect(stdout).toBe(expected);
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { diagnose } from '../../src/app/diagnose.ts';
import { keepPackages } from '../../src/app/kept-packages.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { connectToServer } from '../sandbox/docker/connect-to-server.ts';
import { codexAt } from './codex-releases.ts';

afterEach(() => vi.unstubAllEnvs());

async function diagnosisOf(name: string, resultsDir = temporaryFolder()) {
  return (await diagnose(resultsDir)).find((one) => one.name === name);
}

test('a check that passes says what was found', async () => {
  expect(await diagnosisOf('Node.js')).toMatchObject({
    ok: true,
    detail: `${process.versions.node} at ${process.execPath}, supported`,
    remedy: null,
  });
  expect(await diagnosisOf('SQLite')).toMatchObject({ ok: true, detail: expect.stringMatching(/^3\./) });
  expect(await diagnosisOf('Docker engine')).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/ at unix:.*runc/),
  });
  expect(await diagnosisOf('Sandbox image')).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/^assay-sandbox:/),
  });
});

test('without an engine, checks that need one are unknown rather than failed', async () => {
  vi.stubEnv('DOCKER_HOST', 'tcp://127.0.0.1:1');
  expect(await diagnosisOf('Docker engine')).toMatchObject({
    ok: false,
    detail: expect.stringContaining('tcp://127.0.0.1:1'),
    remedy: expect.stringContaining('Start Docker'),
  });
  const unknown = { ok: false, detail: 'not known without a Docker engine' };
  expect(await diagnosisOf('Sandbox image')).toMatchObject(unknown);
  expect(await diagnosisOf('Leftover sandboxes')).toMatchObject(unknown);
});

test('a results folder that does not exist yet is fine if it can be created', async () => {
  const below = join(temporaryFolder(), 'a', 'b');
  expect(await diagnosisOf('Results folder', below)).toMatchObject({ ok: true, detail: below });
  expect(await diagnosisOf('Results folder', '/dev/null/results')).toMatchObject({
    ok: false,
    remedy: expect.stringContaining('--results'),
  });
});

describe('agents', () => {
  /** An engine that has images of these repositories. */
  async function engineWith(...repositories: string[]) {
    const engine = createServer(({ url = '' }, response) => {
      const [, repository = ''] = /images\/([^:]+):/.exec(decodeURIComponent(url)) ?? [];
      if (url.includes('/images/') && !repositories.includes(repository)) response.writeHead(404);
      const Size = repository === 'assay-sandbox' ? 400e6 : 770e6;
      response.end(url.includes('/images/') ? JSON.stringify({ Id: 'sha256:1', Size }) : 'OK');
    });
    vi.stubEnv('DOCKER_HOST', (await connectToServer(engine)).address);
  }

  test('with their image are ready', async () => {
    await engineWith('assay-sandbox', 'assay-sandbox-codex');
    const api = { ok: true, detail: expect.stringMatching(/in assay-sandbox:/), remedy: null };
    expect(await diagnosisOf('Agent api-openai')).toMatchObject(api);
    const program = { ok: true, detail: expect.stringMatching(/^Codex [\d.]+, in assay-sandbox-codex:/) };
    expect(await diagnosisOf('Agent codex')).toMatchObject(program);
  });

  test('are listed with the size of their images', async () => {
    await engineWith('assay-sandbox', 'assay-sandbox-codex');
    expect((await diagnosisOf('Agent codex'))?.detail).toMatch(/ \(370 MB on top of the sandbox image\)$/);
    expect((await diagnosisOf('Sandbox image'))?.detail).toMatch(/ \(400 MB\)$/);
  });

  test('are listed at another version that is set up, while its image is there', async () => {
    vi.stubEnv('ASSAY_STATE_DIR', temporaryFolder());
    await keepPackages(codexAt('0.1.0'));
    await engineWith('assay-sandbox', 'assay-sandbox-codex');
    expect(await diagnosisOf('Agent codex@0.1.0')).toMatchObject({
      ...{ ok: true, isRequired: false },
      detail: expect.stringMatching(/^Codex 0\.1\.0, in assay-sandbox-codex:/),
    });
    await engineWith('assay-sandbox');
    expect(await diagnosisOf('Agent codex@0.1.0')).toBeUndefined();
  });

  test('have to be ready if they are named', async () => {
    vi.stubEnv('ASSAY_STATE_DIR', temporaryFolder());
    await keepPackages(codexAt('0.1.0'));
    await engineWith('assay-sandbox');
    const diagnoses = await diagnose(temporaryFolder(), ['codex@0.1.0', 'gemini']);
    const required = diagnoses.filter(({ name, isRequired }) => isRequired && name.startsWith('Agent'));
    expect(required.map(({ name, ok, remedy }) => [name, ok, remedy])).toEqual([
      ['Agent codex@0.1.0', false, 'To use it, run "assay setup --agent codex@0.1.0".'],
      ['Agent gemini', false, 'To use it, run "assay setup --agent gemini".'],
    ]);
    expect(diagnoses.filter(({ name }) => name === 'Agent gemini')).toHaveLength(1);
  });

  test('without their image are no problem unless they are required', async () => {
    await engineWith('assay-sandbox', 'assay-sandbox-codex');
    expect(await diagnosisOf('Agent claude-code')).toEqual({
      name: 'Agent claude-code',
      ok: false,
      isRequired: false,
      detail: expect.stringMatching(/^assay-sandbox-claude-code:[0-9a-f]+ is not built$/),
      remedy: 'To use it, run "assay setup --agent claude-code".',
    });
    expect(await diagnosisOf('Sandbox image')).toMatchObject({ ok: true, isRequired: true });
  });
});

describe('sandboxes on the engine', () => {
  const lease = { processStart: null, hostname: hostname(), engine: 'unix:///nowhere' };
  const container = (session: string) => ({
    Id: `${session}-0123456789`,
    Labels: { 'assay.session': session },
  });

  async function leftovers(sessions: readonly string[]) {
    const state = temporaryFolder();
    mkdirSync(join(state, 'sessions'));
    const leases = { running: { ...lease, pid: process.pid }, dead: { ...lease, pid: 2 ** 22 + 1 } };
    for (const [name, one] of Object.entries(leases))
      writeFileSync(join(state, 'sessions', `${name}.json`), JSON.stringify(one));
    vi.stubEnv('ASSAY_STATE_DIR', state);
    const engine = createServer(({ url = '' }, response) => {
      response.end(url.includes('/containers/json') ? JSON.stringify(sessions.map(container)) : 'OK');
    });
    vi.stubEnv('DOCKER_HOST', (await connectToServer(engine)).address);
    return await diagnosisOf('Leftover sandboxes');
  }

  test('are not leftovers while their process is running', async () => {
    expect(await leftovers(['running'])).toMatchObject({ ok: true, detail: 'none' });
  });

  test('are a problem once their process has ended', async () => {
    expect(await leftovers(['running', 'dead'])).toMatchObject({
      ok: false,
      detail: 'their process has ended: dead-0123456',
      remedy: expect.stringContaining('docker rm --force'),
    });
  });

  test('are named, without advice to remove them, if this state folder does not know their session', async () => {
    expect(await leftovers(['elsewhere'])).toMatchObject({
      ok: true,
      detail: expect.stringMatching(
        /none known\. These may belong to another user or machine: elsewhere-01\./,
      ),
      remedy: null,
    });
  });
});

test('a file in place of the results folder is a problem', async () => {
  const file = join(temporaryFolder(), 'a-file');
  writeFileSync(file, '');
  expect(await diagnosisOf('Results folder', file)).toMatchObject({
    ok: false,
    detail: expect.stringContaining('is not a folder'),
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { diagnose } from '../../src/app/diagnose.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

afterEach(() => vi.unstubAllEnvs());

async function diagnosisOf(name: string, resultsDir = temporaryFolder()) {
  return (await diagnose(resultsDir)).find((one) => one.name === name);
}

test('what is in order says what was found', async () => {
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

test('without an engine, what needs one is not known rather than broken', async () => {
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

test('a results folder that is not there yet is fine where it can be made', async () => {
  const below = join(temporaryFolder(), 'a', 'b');
  expect(await diagnosisOf('Results folder', below)).toMatchObject({ ok: true, detail: below });
  expect(await diagnosisOf('Results folder', '/dev/null/results')).toMatchObject({
    ok: false,
    remedy: expect.stringContaining('--results'),
  });
});

test('a file in the place of the results folder is a problem', async () => {
  const file = join(temporaryFolder(), 'a-file');
  writeFileSync(file, '');
  expect(await diagnosisOf('Results folder', file)).toMatchObject({
    ok: false,
    detail: expect.stringContaining('is not a folder'),
  });
});

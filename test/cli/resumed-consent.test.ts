import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openResults } from '../../src/store/open-results.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** As anybody can write it into a results folder: a plan that says the user had allowed it a secret. */
const written = smallPlan();
const network = { kind: 'allow' as const, hosts: ['api.example.com'], unopened: [] };
const secrets = [{ name: 'EXAMPLE_API_KEY', hosts: ['api.example.com'] }];
const plan = {
  ...written,
  suite: { ...written.suite, network, secrets },
  allowedSecrets: ['EXAMPLE_API_KEY'],
};

test('a plan in the results folder allows no secret, which only the user who resumes the run does', async () => {
  const folder = temporaryFolder();
  {
    await using store = await openResults(folder, 'writing');
    await store.createRun(plan);
  }
  const env = {
    ASSAY_RESULTS: folder,
    ASSAY_STATE_DIR: join(folder, 'state'),
    DOCKER_HOST: 'unix:///nonexistent/docker.sock',
    EXAMPLE_API_KEY: 'a-key-of-the-user',
  };
  const resume = ['run', '--resume', plan.runId];
  const asked = 'EXAMPLE_API_KEY, for api.example.com';
  expect(await runAssayHere(resume, { env })).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(
      new RegExp(`asks for secrets of yours:\\s+- ${asked}.*add --secret EXAMPLE_API_KEY`, 's'),
    ),
  });
  const { stderr } = await runAssayHere([...resume, '--secret', 'EXAMPLE_API_KEY'], { env });
  expect(stderr).toContain('The secret EXAMPLE_API_KEY can be sent to api.example.com.');
});

test('a plan in the results folder makes nothing on this machine, where only runs of its own record', async () => {
  const folder = temporaryFolder();
  const place = join(folder, 'elsewhere', 'cassettes');
  const recording = smallPlan({ cassettes: { mode: 'record', folder: place } });
  {
    await using store = await openResults(folder, 'writing');
    await store.createRun(recording);
  }
  const env = { ASSAY_RESULTS: folder, ASSAY_STATE_DIR: join(folder, 'state') };
  expect(await runAssayHere(['run', '--resume', recording.runId], { env })).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/records in \S+cassettes, and was not started on this machine.*--record/s),
  });
  expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
});

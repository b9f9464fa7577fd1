import { afterEach, expect, test, vi } from 'vitest';
import { namedAgent } from '../../src/app/named-agent.ts';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { imageFor } from '../../src/sandbox/image/image.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { noteImages } from '../left-behind/noted-images.ts';
import { codexReleases } from './codex-releases.ts';

afterEach(() => vi.unstubAllEnvs());

const RUN = [
  ...['run', 'csv-tidy', '--model', 'scripted', '--json'],
  ...['--task', 'total-regions', '--arm', 'baseline', '--no-probes'],
];

async function assay(...args: readonly string[]) {
  const { status, stdout, stderr } = await runAssayHere(args);
  return { status, stderr, scorecard: stdout.startsWith('{') ? Scorecard.parse(JSON.parse(stdout)) : null };
}

test('another version is set up once, works in its own image, and does so again in a resumed run', async () => {
  vi.stubEnv('ASSAY_STATE_DIR', temporaryFolder());
  vi.stubEnv('ASSAY_RESULTS', temporaryFolder());
  const { asked } = await codexReleases('#!/bin/sh\necho "This is 0.1.0." >&2\nexit 3\n');
  const { image: recipe } = await namedAgent('codex@0.1.0', new AbortController().signal);
  await using _images = noteImages([(await imageFor(recipe)).tag]);

  const early = await assay(...RUN, '--agent', 'codex@latest');
  expect(early.stderr).toMatch(/is not built\. Run "assay setup --agent codex@0\.1\.0"\./);
  const setup = await assay('setup', '--agent', 'codex@latest');
  expect(setup).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^codex@latest is Codex 0\.1\.0\n/),
  });

  asked.length = 0;
  const run = await assay(...RUN, '--agent', 'codex@0.1.0');
  expect(run.stderr).toMatch(/^codex 0\.1\.0 does the work, and Assay is tested with 0\.169\.0: /m);
  expect(run.scorecard?.setup).toMatchObject({ agentVersion: '0.1.0', testedVersion: '0.169.0' });
  expect(JSON.stringify(run.scorecard?.tasks)).toContain('This is 0.1.0.');

  const resumed = await assay('run', '--json', '--resume', run.scorecard?.runId ?? '');
  expect(resumed.scorecard).toEqual({ ...run.scorecard, rootDigest: expect.any(String) });
  expect(asked).toEqual([]);
});

import { afterEach, expect, test, vi } from 'vitest';
import { codex } from '../../src/agents/programs/codex.ts';
import { loadBenchmark } from '../../src/app/benchmark.ts';
import { imagesNeeded } from '../../src/app/image-stacks.ts';
import { namedAgent } from '../../src/app/named-agent.ts';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { imageFor } from '../../src/sandbox/image/image.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { noteImages } from '../left-behind/noted-images.ts';
import { codexReleases } from './codex-releases.ts';

afterEach(() => vi.unstubAllEnvs());

/** Says which version it is, and what the environment of its suite has. */
const PROGRAM = `#!/bin/sh
echo "This is 0.1.0 in $(cat /opt/environment.txt)." >&2
exit 3
`;

async function assay(...args: readonly string[]) {
  const { status, stdout, stderr } = await runAssayHere(args);
  return { status, stderr, scorecard: stdout.startsWith('{') ? Scorecard.parse(JSON.parse(stdout)) : null };
}

test('another version is set up once, works in the environment of a suite, and does so in a resumed run', async () => {
  vi.stubEnv('ASSAY_STATE_DIR', temporaryFolder());
  vi.stubEnv('ASSAY_RESULTS', temporaryFolder());
  const { asked } = await codexReleases(PROGRAM);
  const suite = greeterSuite(temporaryFolder(), { 'environment/files/opt/environment.txt': 'its place' });
  const { image } = await namedAgent('codex@0.1.0', new AbortController().signal);
  const environments = await imagesNeeded(image, await loadBenchmark(suite));
  const tags = [await imageFor(image), ...environments].map(({ tag }) => tag);
  await using _images = noteImages(tags);
  const run = ['run', suite, '--json', '--arm', 'baseline', '--no-probes', '--agent'];

  const early = await assay(...run, 'codex@0.1.0');
  expect(early.stderr).toMatch(/is not built\. Run "assay setup --agent codex@0\.1\.0"\./);
  const setup = await assay('setup', '--agent', 'codex@latest');
  expect(setup).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^codex@latest is Codex 0\.1\.0\n/),
  });

  asked.length = 0;
  const { scorecard, stderr } = await assay(...run, 'codex@0.1.0');
  expect(stderr).toContain(`\ncodex 0.1.0 does the work, and Assay is tested with ${codex.version}: `);
  expect(scorecard?.setup).toMatchObject({ agentVersion: '0.1.0', testedVersion: codex.version });
  expect(JSON.stringify(scorecard?.tasks)).toContain('This is 0.1.0 in its place.');

  const resumed = await assay('run', '--json', '--resume', scorecard?.runId ?? '');
  expect(resumed.scorecard).toEqual({ ...scorecard, rootDigest: expect.any(String) });
  expect(asked).toEqual([]);
});

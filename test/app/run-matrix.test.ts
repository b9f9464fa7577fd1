import { expect, test, vi } from 'vitest';
import { resumeRun } from '../../src/app/resume-run.ts';
import { runMatrix } from '../../src/app/run-matrix.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { runEnvironment } from '../fixtures/run-environment.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

test('a matrix that is interrupted says what is done, and each of the other runs can be resumed', async () => {
  const { ASSAY_RESULTS: resultsDir, ASSAY_STATE_DIR } = runEnvironment();
  vi.stubEnv('ASSAY_STATE_DIR', ASSAY_STATE_DIR);
  const controller = new AbortController();
  const said: string[] = [];
  const observer = {
    say(line: string) {
      said.push(line);
      if (line.startsWith('Run 2 of 3')) controller.abort();
    },
    progress: () => undefined,
  };
  const combinations = ['api-anthropic', 'api-chat', 'api-gemini'].map((agent) => ({
    ...{ agent, model: 'scripted', isPaired: false },
  }));
  const running = runMatrix(
    {
      suite: greeterSuite(temporaryFolder()),
      choice: { probes: [] },
      ...{ combinations, resultsDir, repeats: 1, concurrency: 2 },
    },
    observer,
    controller.signal,
  );
  await expect(running).rejects.toMatchObject({ code: 'INTERRUPTED' });
  const standing = said.slice(-3);
  expect(standing).toEqual([
    expect.stringMatching(/^Done: run \S+, api-anthropic with scripted\.$/),
    expect.stringMatching(/^Not done: run \S+, api-chat with scripted\. Resume it with: assay run --resume /),
    expect.stringMatching(
      /^Not done: run \S+, api-gemini with scripted\. Resume it with: assay run --resume /,
    ),
  ]);
  const [runId = ''] = /\S+$/.exec(standing[2] ?? '') ?? [];
  const scorecard = await resumeRun(
    { resultsDir, runId },
    { say: () => undefined, progress: () => undefined },
    new AbortController().signal,
  );
  expect(scorecard).toMatchObject({ setup: { agent: 'api-gemini' }, trials: { graded: 2, missing: 0 } });
});

import { expect, test, vi } from 'vitest';
import { resumeMatrix } from '../../src/app/resume-matrix.ts';
import { resumeRun } from '../../src/app/resume-run.ts';
import { runMatrix } from '../../src/app/run-matrix.ts';
import { listRuns } from '../../src/app/stored-runs.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { runEnvironment } from '../fixtures/run-environment.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const silent = { say: () => undefined, progress: () => undefined };
const uninterrupted = () => new AbortController().signal;

/** The agents of all runs with their states, in the order in which they were to be run. */
async function statesIn(resultsDir: string): Promise<string[]> {
  const states = (await listRuns(resultsDir)).flatMap((run) =>
    'unreadable' in run ? [] : [`${run.plan.setup.agent} ${run.status}`],
  );
  return states.toSorted();
}

test('a matrix that is interrupted says what is done, and a resume finishes the rest with one summary', async () => {
  const { ASSAY_RESULTS: resultsDir, ASSAY_STATE_DIR } = runEnvironment();
  vi.stubEnv('ASSAY_STATE_DIR', ASSAY_STATE_DIR);
  const controller = new AbortController();
  const said: string[] = [];
  const meanwhile: Promise<string[]>[] = [];
  const observer = {
    say(line: string) {
      said.push(line);
      if (/^Run \d{8}-.*2 trials/.test(line)) meanwhile.push(statesIn(resultsDir));
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
  expect((await Promise.all(meanwhile))[0]).toEqual([
    'api-anthropic running',
    'api-chat waiting',
    'api-gemini waiting',
  ]);
  expect(said.slice(-4)).toEqual([
    expect.stringMatching(/^Done: run \S+, api-anthropic with scripted\.$/),
    expect.stringMatching(/^Not done: run \S+, api-chat with scripted\.$/),
    expect.stringMatching(/^Not done: run \S+, api-gemini with scripted\.$/),
    expect.stringMatching(/^Resume what is not done with: assay run --resume matrix-[0-9a-z-]+$/),
  ]);
  expect(await statesIn(resultsDir)).toEqual([
    'api-anthropic finished',
    'api-chat interrupted',
    'api-gemini interrupted',
  ]);

  const [matrixId = ''] = /matrix-\S+$/.exec(said.at(-1) ?? '') ?? [];
  const used = { of: 'matrix', what: 'requests', max: 5 };
  const unpaid = await resumeMatrix(
    { resultsDir, matrixId, budget: { maxRequests: 5 } },
    silent,
    uninterrupted(),
  );
  expect(unpaid.ended.map(({ end }) => end)).toEqual(['scored', 'unpaid', 'unpaid']);
  expect(unpaid.summary).toMatchObject({ budget: { maxRequests: 5 }, budgetReached: used });
  expect(unpaid.summary.runs[1]).toMatchObject({
    result: null,
    problem: 'Nothing of it was run: the budget of 5 requests for all runs together is used up.',
  });

  const [, runId = ''] = /run (\S+),/.exec(said.at(-2) ?? '') ?? [];
  const alone = { resultsDir, runId };
  await expect(resumeRun(alone, silent, uninterrupted())).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringMatching(
      /^The budget of 5 requests for all runs together is used up\. .* --max-requests N/,
    ),
  });
  const more = { ...alone, budget: { maxRequests: 20 } };
  const scorecard = await resumeRun(more, silent, uninterrupted());
  expect(scorecard).toMatchObject({ setup: { agent: 'api-gemini' }, trials: { graded: 2, missing: 0 } });

  const again: string[] = [];
  const { summary, ended } = await resumeMatrix(
    { resultsDir, matrixId },
    { ...silent, say: (line) => again.push(line) },
    uninterrupted(),
  );
  expect(again.filter((line) => /^Run \d of/.test(line))).toEqual(['Run 2 of 3: api-chat with scripted.']);
  expect(ended.map(({ end }) => end)).toEqual(['scored', 'scored', 'scored']);
  expect(summary.runs.map(({ setup, result }) => [setup.agent, result?.trials.graded])).toEqual([
    ['api-anthropic', 2],
    ['api-chat', 2],
    ['api-gemini', 2],
  ]);
});

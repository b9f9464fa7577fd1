import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MatrixDryRun } from '../../src/contracts/dry-run.ts';
import { MatrixSummary } from '../../src/contracts/matrix.ts';
import { openResults } from '../../src/store/open-results.ts';
import { startUpstreamServer } from '../fakes/upstream-server.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { runEnvironment } from '../fixtures/run-environment.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const PARTS = ['--no-probes', '--seed', '7'];

test('several agents do the same trials in the same order, and one summary compares them', async () => {
  const env = runEnvironment();
  const refused = () => Response.json({ error: { message: 'no such key' } }, { status: 401 });
  await using server = await startUpstreamServer(async () => refused());
  const args = ['run', greeterSuite(temporaryFolder()), ...PARTS, '--repeats', '2'];
  const agents = ['--agent', 'api-anthropic', '--agent', 'api-chat:tiny', '--agent', 'api-gemini'];
  const access = ['--base-url', `openai=${server.url}/v1`];
  const { status, stdout, stderr } = await runAssayHere([...args, ...agents, ...access, '--json'], { env });

  // The run that could not be measured keeps neither of the others from it, and its exit code is the worst.
  expect(status).toBe(3);
  const { runs, seed } = MatrixSummary.parse(JSON.parse(stdout));
  expect(seed).toBe('7');
  expect(
    runs.map(({ setup: { agent, model }, result }) => [agent, model, result?.trials.graded ?? null]),
  ).toEqual([
    ['api-anthropic', 'scripted', 4],
    ['api-chat', 'tiny', null],
    ['api-gemini', 'scripted', 4],
  ]);
  expect(runs[1]?.problem).toMatch(
    /^The run is paused: openai refuses .*\(401\)\. Resume it, and .*: assay run --resume matrix-/,
  );
  expect(stderr).toMatch(
    /Run 1 of 3: api-anthropic with scripted\..*Run 3 of 3: api-gemini with scripted\./s,
  );

  const folder = env.ASSAY_RESULTS;
  const pages = runs.flatMap(({ result }) => result?.page ?? []);
  expect(pages.map((page) => existsSync(join(folder, page)))).toEqual([true, true]);
  const summary = join(folder, `matrix-${runs[0]?.runId}`);
  expect(JSON.parse(readFileSync(join(summary, 'summary.json'), 'utf8'))).toEqual(JSON.parse(stdout));
  expect(readFileSync(join(summary, 'summary.html'), 'utf8')).toContain(`href="../${pages[0]}"`);

  await using store = await openResults(folder, 'reading');
  const plans = await Promise.all(runs.map(async ({ runId }) => (await store.loadRun(runId)).plan));
  const order = plans.map(({ trials }) => trials.map(({ id }) => id));
  expect(order).toEqual([order[0], order[0], order[0]]);
  const listed = JSON.parse((await runAssayHere(['runs', '--json'], { env })).stdout);
  expect(listed.map(({ agent, state }: Record<string, string>) => `${agent} ${state}`).toSorted()).toEqual([
    'api-anthropic finished',
    'api-chat interrupted',
    'api-gemini finished',
  ]);
});

test('a budget is one for all runs, a larger one finishes them, and their recordings are replayed together', async () => {
  const env = runEnvironment();
  const tapes = join(temporaryFolder(), 'tapes');
  const agents = ['--agent', 'api-anthropic', '--agent', 'api-chat'];
  const args = ['run', greeterSuite(temporaryFolder()), '--no-probes', ...agents, '--concurrency', '1'];
  // A run takes five requests.
  const cut = await runAssayHere([...args, '--max-requests', '7', '--record', tapes], { env });
  expect(cut.status).toBe(3);
  expect(cut.stdout).toMatch(/api-chat 4, .*budget used/);
  const [matrixId = ''] = /matrix-[0-9a-z-]+/.exec(cut.stderr) ?? [];
  expect(cut.stderr).toContain(
    `The budget of 7 requests for all runs together is used up. Resume it, and whatever else is not finished, with: assay run --resume ${matrixId} --max-requests N, with N above what they have used, which is 7 or more\n`,
  );
  const summary = MatrixSummary.parse(
    JSON.parse(readFileSync(join(env.ASSAY_RESULTS, matrixId, 'summary.json'), 'utf8')),
  );
  expect(summary.budgetReached).toEqual({ of: 'matrix', what: 'requests', max: 7 });
  expect(summary.runs.map(({ result }) => result?.budgetReached)).toEqual([
    null,
    { of: 'run', what: 'requests', max: 2 },
  ]);

  const rest = await runAssayHere(['run', '--resume', matrixId, '--max-requests', '15', '--json'], { env });
  expect(rest.status).toBe(0);
  const whole = MatrixSummary.parse(JSON.parse(rest.stdout));
  expect(whole).toMatchObject({ budget: { maxRequests: 15 }, budgetReached: null });
  expect(whole.runs.map(({ result }) => result?.trials.graded)).toEqual([2, 2]);

  const replay = await runAssayHere([...args, '--replay', tapes, '--json'], { env });
  expect(replay.status).toBe(0);
  const replayed = MatrixSummary.parse(JSON.parse(replay.stdout));
  expect(replayed).toMatchObject({ replayed: true, seed: whole.seed });
  expect(replayed.runs.map(({ result }) => result?.meanTokens)).toEqual(
    whole.runs.map(({ result }) => result?.meanTokens),
  );
});

test('a dry run of several agents shows each of them and the total', async () => {
  const args = [
    'run',
    greeterSuite(temporaryFolder()),
    ...PARTS,
    '--agent',
    'api-openai',
    '--agent',
    'api-chat',
  ];
  const env = runEnvironment();
  const { stdout } = await runAssayHere([...args, '--model', 'a', '--model', 'b', '--dry-run', '--json'], {
    env,
  });
  const { runs, total } = MatrixDryRun.parse(JSON.parse(stdout));
  expect(runs.map(({ setup: { agent, model } }) => `${agent} ${model}`)).toEqual([
    'api-openai a',
    'api-openai b',
    'api-chat a',
    'api-chat b',
  ]);
  expect(total.requests.bound).toBe(4 * (runs[0]?.requests.bound ?? 0));
  const shown = await runAssayHere([...args, '--dry-run'], { env });
  expect(shown.stdout).toMatch(
    /api-openai with scripted\n.*api-chat with scripted\n.*All 2 runs together\n/s,
  );
});

test.each([
  [['--agent', 'codex', '--agent', 'nobody'], /nobody.*api-anthropic/],
  [['--agent', 'codex', '--model', 'gpt-5', '--model', 'claude-x'], /codex speaks to openai, and "claude-x"/],
  [['--agent', 'api-anthropic', '--agent', 'api-chat:tiny'], /No access to openai .* model "tiny"/],
  [
    ['--agent', 'api-openai', '--agent', 'api-chat', '--replay', 'tapes'],
    /nothing recorded .*tapes.api-openai_scripted/,
  ],
  [['--model', ''], /not empty/],
])('%j is refused before anything is run', async (options, message) => {
  const env = runEnvironment();
  const { status, stdout, stderr } = await runAssayHere(
    ['run', greeterSuite(temporaryFolder()), ...PARTS, ...options],
    { env: { ...env, OPENAI_API_KEY: '', OPENAI_BASE_URL: '' } },
  );
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(message);
  expect(existsSync(env.ASSAY_RESULTS)).toBe(false);
});

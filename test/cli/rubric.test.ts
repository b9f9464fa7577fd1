import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { runEnvironment } from '../fixtures/run-environment.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const TASK = `id: greet
level: common
objective: Greets.
prompt: Write a greeting into greeting.txt.
expected: greeting.txt holds hello.
graders:
  - {kind: file-content, title: the greeting is there, path: greeting.txt, matches: hello}
  - kind: rubric
    title: the greeting is warm
    criteria: [The greeting names Ada., The greeting says hello.]
`;

const SCRIPT = `judge:
  - {criterion: The greeting names Ada., met: Ada}
  - {criterion: The greeting says hello., met: hello}
arms:
  baseline:
    - call: [{tool: write_file, input: {path: greeting.txt, content: hello to everybody}}]
  with-skill:
    - call: [{tool: skill, input: {name: "{{skill}}"}}]
    - call: [{tool: write_file, input: {path: greeting.txt, content: hello dear Ada}}]
`;

test('a scripted judge decides both arms of a run, on record, in a replay and in every report', async () => {
  const folder = temporaryFolder();
  const env = runEnvironment();
  const assay = (...args: string[]) => runAssayHere(args, { env });
  const suite = greeterSuite(folder, { 'greet/task.yaml': TASK, 'greet/script.yaml': SCRIPT });
  const cassettes = join(folder, 'cassettes');
  const run = ['run', suite, '--no-probes', '--seed', 'x', '--json'];

  const ended = await assay(...run, '--record', cassettes);
  expect(ended).toMatchObject({ status: 0 });
  const scorecard = Scorecard.parse(JSON.parse(ended.stdout));
  expect(scorecard.tasks[0]?.pairs[0]).toMatchObject({ outcome: 'enabled' });
  expect(scorecard.judging).toMatchObject({ simulated: true, verdicts: 4, byModel: 2, requests: 4 });
  const judged = join(cassettes, 'judge_task_greet_with-skill_1.yaml');
  expect(existsSync(judged)).toBe(true);
  expect(readFileSync(judged, 'utf8')).not.toMatch(/greeter|with-skill_1|\/skills/);

  const replayed = Scorecard.parse(JSON.parse((await assay(...run, '--replay', cassettes)).stdout));
  expect(replayed.judging).toEqual(scorecard.judging);
  const verdicts = ({ tasks }: Scorecard) =>
    tasks.flatMap(({ pairs }) => pairs.map((pair) => pair.baseline?.verdicts));
  expect(verdicts(replayed)).toEqual(verdicts(scorecard));

  const { runId } = scorecard;
  expect(await assay('rescore', runId)).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/equals the published/),
  });
  expect((await assay('report', runId)).stdout).toMatch(
    /a script in place of a model judged for 2 of 4 verdicts on tasks/,
  );
  const shown = (await assay('show', runId, '--trial', 'task:greet:baseline:1')).stdout;
  expect(shown).toMatch(/not met: The greeting names Ada\./);
  expect(shown).toMatch(/with a quote that is in the work: "hello to everybody"/);
  expect(shown).toMatch(/Requests to the judge/);
  const page = readFileSync(join(env.ASSAY_RESULTS, runId, 'scorecard.html'), 'utf8');
  expect(page).toMatch(/hello to everybody/);
});

test('a script that does not judge a criterion is refused before anything runs', async () => {
  const script = SCRIPT.replace('names Ada., met', 'names Bob., met');
  const suite = greeterSuite(temporaryFolder(), { 'greet/task.yaml': TASK, 'greet/script.yaml': script });
  expect(await runAssayHere(['run', suite, '--dry-run'], { env: runEnvironment() })).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/no entry under "judge" for the criterion "The greeting names Ada\."/),
  });
});

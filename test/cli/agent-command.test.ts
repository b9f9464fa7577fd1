import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { DryRun, MatrixDryRun } from '../../src/contracts/dry-run.ts';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { noteImages } from '../left-behind/noted-images.ts';

const PROGRAM = '/usr/local/lib/my-agent.mjs';

/** The skill is in the workspace, where the agent tries to change it; graders get neither it nor its folder. */
const IN_PROJECT = {
  'suite.yaml': 'id: greetings\ntitle: Greetings\ndescription: Whether it greets.\nskillPlace: project\n',
  'greet/task.yaml': `id: greet
level: common
objective: Greets.
prompt: Write a greeting into greeting.txt.
expected: greeting.txt holds hello.
graders:
  - {kind: file-content, title: the greeting is there, path: greeting.txt, equals: "hello\\nSKILL.md\\n"}
  - {kind: tree, title: nothing else changed, changes: [greeting.txt]}
  - {kind: command-exit, title: no skill is here, command: "test -f greeting.txt && ! ls -A | grep -v greeting"}
`,
  'greet/script.yaml': `arms:
  baseline:
    - call: [{tool: bash, input: {command: "touch .agents/skills/x; ls -A .agents/skills; printf 'hello\\nSKILL.md\\n' >greeting.txt"}}]
  with-skill:
    - call: [{tool: skill, input: {name: "{{skill}}"}}]
    - call: [{tool: bash, input: {command: "cd /skills/greeter; touch x; rm -f SKILL.md; (echo hello; ls) >/workspace/greeting.txt"}}]
`,
};

/** Writes the program that the guide shows, with the package that it needs joined to it. */
async function writeProgram(target: string): Promise<void> {
  const [, code = ''] = /^```js\n(.*?)^```$/ms.exec(readFileSync('docs/agents.md', 'utf8')) ?? [];
  const source = join(temporaryFolder(), 'my-agent.mjs');
  writeFileSync(source, code);
  await using build = await rolldown({
    input: source,
    platform: 'node',
    plugins: [
      {
        name: 'packages-of-this-checkout',
        resolveId: (id) => (id === 'openai' ? fileURLToPath(import.meta.resolve(id)) : null),
      },
    ],
  });
  await build.write({ file: `${source}.joined`, codeSplitting: false });
  mkdirSync(dirname(target), { recursive: true });
  cpSync(`${source}.joined`, target);
}

test('the program of the guide does tasks in both arms, and a resumed run knows it', async () => {
  const folder = temporaryFolder();
  const env = { ASSAY_RESULTS: join(folder, 'results'), ASSAY_STATE_DIR: join(folder, 'state') };
  const suite = greeterSuite(folder, IN_PROJECT);
  await writeProgram(join(suite, 'environment/files', PROGRAM));
  const line = `node ${PROGRAM}`;
  const args = ['run', suite, '--agent-command', line, '--no-probes', '--json'];
  const planned = await runAssayHere([...args, '--dry-run'], { env });
  await using _images = noteImages(DryRun.parse(JSON.parse(planned.stdout)).images.map(({ tag }) => tag));

  const ended = await runAssayHere(args, { env });
  expect(ended).toMatchObject({ status: 0 });
  const card = Scorecard.parse(JSON.parse(ended.stdout));
  expect(card.setup).toEqual({
    ...{ agent: 'command', agentVersion: '1', model: 'scripted', simulated: true },
    settings: { permissions: 'allow', skillPlace: 'project', effort: null, temperature: null },
    command: { line, resume: null, provider: 'openai', skills: '.agents/skills' },
  });
  expect(card.trials).toEqual({ planned: 2, graded: 2, ungraded: 0, missing: 0 });
  expect(card.tasks[0]?.pairs).toMatchObject([
    { invoked: true, baseline: { passed: true }, withSkill: { passed: true } },
  ]);

  for (const [arm, skills] of Object.entries({ baseline: [], 'with-skill': ['greeter'] })) {
    const trial = `task:greet:${arm}:1`;
    const shown = await runAssayHere(['show', card.runId, '--trial', trial, '--json'], { env });
    const [record] = JSON.parse(shown.stdout);
    expect(record.result).toMatchObject({ status: 'measured', evidence: { skillsVisible: skills } });
  }

  const resumed = await runAssayHere(['run', '--resume', card.runId, '--json'], { env });
  expect(resumed).toMatchObject({ status: 0 });
  expect(Scorecard.parse(JSON.parse(resumed.stdout)).setup).toEqual(card.setup);
  const shown = await runAssayHere(['report', card.runId], { env });
  expect(shown.stdout).toMatch(/Command +node \/usr\/local\/lib\/my-agent\.mjs/);
});

test('a program is one of the agents of a matrix, and the others are not started by its command line', async () => {
  const args = [
    'run',
    'csv-tidy',
    '--agent',
    'command:gpt-y',
    '--agent',
    'codex',
    '--agent-command',
    'my-agent',
  ];
  const planned = await runAssayHere([...args, '--no-probes', '--dry-run', '--json']);
  expect(planned).toMatchObject({ status: 0 });
  expect(MatrixDryRun.parse(JSON.parse(planned.stdout)).runs.map(({ setup }) => setup)).toMatchObject([
    { agent: 'command', model: 'gpt-y', command: { line: 'my-agent' } },
    { agent: 'codex', model: 'scripted' },
  ]);
  expect(planned.stdout.match(/"command":/g)).toHaveLength(1);
});

test('options about a program are refused without one', async () => {
  const alone = await runAssayHere(['run', 'csv-tidy', '--agent-skills', '.mine/skills']);
  expect(alone).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--agent-skills needs --agent-command'),
  });
});

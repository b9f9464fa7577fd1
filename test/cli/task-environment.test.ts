import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { DryRun } from '../../src/contracts/dry-run.ts';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { connectEngine } from '../../src/sandbox/docker/connect-engine.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { noteImages } from '../left-behind/noted-images.ts';

let folder: string;

const RATES = '/usr/share/rates.csv';
const WORK = `cat ${RATES} >out.txt; echo "$CURRENCY" >>out.txt`;

/** A task whose agent copies the file of rates that its sandbox has, and whose graders have that file too. */
function task(id: string, right: string, environment = ''): Record<string, string> {
  const turns = `[{ call: [{ tool: bash, input: { command: '${WORK}' } }] }]`;
  return {
    [`${id}/task.yaml`]: `id: ${id}
level: common
objective: Rates are at hand.
prompt: Write the rates of ${id} into out.txt.
expected: The rates.
${environment}graders:
  - { kind: file-content, title: the work is of this environment, path: out.txt, equals: "${right}" }
  - { kind: command-exit, title: the graders have the rates too, command: head -1 out.txt | cmp - ${RATES} }
`,
    [`${id}/script.yaml`]: `arms: { baseline: ${turns}, with-skill: ${turns} }\n`,
    [`${id}/solution/solve.sh`]: `${WORK}\n`,
  };
}

/** A suite with an environment, and two tasks, of which one has another one. */
function suite(): string {
  const rates = `usd,${folder}\n`;
  const files = {
    'suite.yaml':
      'id: rates\ntitle: Rates\ndescription: About rates.\nenvironment: { variables: { CURRENCY: eur } }\n',
    [`environment/files${RATES}`]: rates,
    'skill/SKILL.md':
      '---\nname: rates\ndescription: Converts money. Use for money.\n---\nDivide, then round.\n',
    ...task('plain', `usd,${folder}\\neur\\n`),
    ...task(
      'yen',
      'jpy,1\\nyen\\n',
      'environment: { variables: { CURRENCY: yen }, machine: { memoryMib: 512 } }\n',
    ),
    [`yen/environment/files${RATES}`]: 'jpy,1\n',
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'rates', path)), { recursive: true });
    writeFileSync(join(folder, 'rates', path), content);
  }
  return join(folder, 'rates');
}

test('each task has its own environment on top of that of its suite, in both arms, in its solution and for its graders', async () => {
  folder = temporaryFolder();
  const env = { ASSAY_RESULTS: join(folder, 'results'), ASSAY_STATE_DIR: join(folder, 'state') };
  const dir = suite();
  const planned = DryRun.parse(
    JSON.parse((await runAssayHere(['run', dir, '--dry-run', '--json'], { env })).stdout),
  );
  expect(planned.images.map(({ owners }) => owners)).toEqual([['rates'], ['rates/yen']]);
  const built = planned.images.map(({ tag }) => tag);
  await using _images = noteImages(built);
  const checked = await runAssayHere(['check-suite', dir, '--allow-small'], { env });
  expect(checked).toMatchObject({ status: 0, stdout: expect.stringContaining('proven') });
  const ended = await runAssayHere(['run', dir, '--no-probes', '--json'], { env });
  expect(ended).toMatchObject({ status: 0 });
  const card = Scorecard.parse(JSON.parse(ended.stdout));
  expect(card.trials).toEqual({ planned: 4, graded: 4, ungraded: 0, missing: 0 });
  for (const { pairs } of card.tasks)
    expect(pairs).toMatchObject([{ baseline: { passed: true }, withSkill: { passed: true } }]);
  expect(card.suite.tasks).toEqual({
    yen: {
      environment: { variables: { CURRENCY: 'yen' }, machine: { memoryMib: 512 } },
      imageDigest: expect.stringMatching(/^sha256:/),
    },
  });
  const attested = async (id: string) =>
    (await runAssayHere(['show', card.runId, '--trial', `task:${id}:baseline:1`, '--json'], { env })).stdout;
  expect(await attested('plain')).toContain(card.imageDigest);
  expect(await attested('plain')).toContain('1073741824 bytes');
  expect(await attested('yen')).toContain(card.suite.tasks?.['yen']?.imageDigest);
  expect(await attested('yen')).toContain('536870912 bytes');
  expect((await runAssayHere(['doctor'], { env })).stdout).toContain(`rates/yen in ${built[1]}`);

  const { docker } = await connectEngine();
  await docker.getImage(built[1] ?? '').remove();
  const resumed = await runAssayHere(['run', '--resume', card.runId], { env });
  expect(resumed.stderr).toContain('The sandbox image of task "yen" changed since run');
});

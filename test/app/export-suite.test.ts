import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportSuite } from '../../src/app/export-suite.ts';
import { importSuite } from '../../src/app/import-suite.ts';
import { renderYaml } from '../../src/base/render-yaml.ts';
import { readSolution } from '../../src/suites/read-solution.ts';
import { readSuite } from '../../src/suites/read-suite.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { tempFolder } from '../sources/temp-folder.ts';

const CSV_TIDY = join(import.meta.dirname, '../../tasks/csv-tidy');

/** What of a task both formats can say. */
async function taskOf({
  dir,
  task,
  workspace,
  grade,
}: Awaited<ReturnType<typeof readSuite>>['tasks'][number]) {
  const { id, level, objective, prompt, expected, network } = task;
  const solution = await readSolution(dir);
  return { id, level, objective, prompt, expected, network, workspace, grade, solution };
}

/** What no task of a suite with graders of its own and scripts keeps. */
const ALIKE = [
  { effect: 'dropped', detail: expect.stringContaining('4 tasks without script.yaml') },
  { effect: 'changed', detail: expect.stringContaining('The graders of 4 tasks become one reward') },
];

test('a suite that went to Harbor and came back has the same tasks, files, solutions and skill', async () => {
  const folder = temporaryFolder();
  const exported = await exportSuite(CSV_TIDY, join(folder, 'harbor'));
  expect(exported).toMatchObject({ tasks: 4, losses: ALIKE });
  const { report } = await importSuite({
    format: 'auto',
    path: join(folder, 'harbor'),
    dir: join(folder, 'back'),
  });
  expect(report.from).toBe('harbor');
  expect(report.losses.filter(({ effect }) => effect !== 'changed')).toEqual([]);
  const [before, after] = [await readSuite(CSV_TIDY), await readSuite(join(folder, 'back'))];
  const wordsOf = ({ title, description }: typeof before.suite) => ({ title, description });
  expect(wordsOf(after.suite)).toEqual(wordsOf(before.suite));
  expect(after.skill.files).toEqual(before.skill.files);
  const tests = /^(?:test\.sh|assay-judge\.mjs)$/;
  const back = await Promise.all(after.tasks.map(taskOf));
  expect(back.map((one) => ({ ...one, grade: one.grade.filter(({ path }) => !tests.test(path)) }))).toEqual(
    await Promise.all(before.tasks.map(taskOf)),
  );
  expect(after.tasks.map(({ task }) => task.graders)).toEqual(
    before.tasks.map(() => [
      expect.objectContaining({ kind: 'reward', command: 'bash /grade/test.sh', threshold: 1 }),
    ]),
  );
});

test('a suite that comes with Assay is exported by its name', async () => {
  const exported = await exportSuite('csv-tidy', join(temporaryFolder(), 'harbor'));
  expect(exported).toMatchObject({ tasks: 4, losses: ALIKE });
});

test('an export without a single task ends with 1, names why, and leaves no folder behind', async () => {
  const task = {
    ...{ id: 'one', level: 'common', objective: 'One', prompt: 'Do one.', expected: 'One' },
    graders: [{ kind: 'rubric', title: 'Nice', criteria: ['It is nice'] }],
  };
  const suite = { id: 'tables', title: 'Tables', description: 'Tables' };
  const path = tempFolder({
    'tables/suite.yaml': renderYaml(suite),
    'tables/skill/SKILL.md': '---\nname: tables\ndescription: Makes tables.\n---\nMake a table.\n',
    'tables/one/task.yaml': renderYaml(task),
  });
  const cwd = temporaryFolder();
  const args = ['export', join(path, 'tables'), '--format', 'harbor', '--output', 'out'];
  expect(await runAssayHere(args, { cwd })).toMatchObject({
    status: 1,
    stdout: 'No task of this suite can be decided by Harbor; nothing was written.\n',
    stderr: expect.stringContaining('one/task.yaml: dropped: Nothing in Harbor decides its rubric grader'),
  });
  expect(readdirSync(cwd)).toEqual([]);
});

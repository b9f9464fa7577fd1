import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { copyOfFiles } from '../../src/graders/workspace-copy.ts';
import { type Files, readFolder } from '../../src/sources/read-folder.ts';
import { readSuite } from '../../src/suites/read-suite.ts';
import type { TaskFiles } from '../../src/suites/read-task-folder.ts';
import { IN_REQUEST, SkillTraces } from '../../src/traffic/sightings/skill-traces.ts';
import { localEngine } from '../fakes/local-sandbox.ts';
import { verdictsOn } from '../graders/grading.ts';
import { HostSandbox } from './host-sandbox.ts';

const DIR = 'tasks/csv-tidy';
const { suite, skill, tasks } = await readSuite(DIR);

function sandboxFor({ workspace }: TaskFiles, withSkill: boolean): HostSandbox {
  const skillFiles = withSkill ? under('/skills/csv-tidy', skill.files) : [];
  return new HostSandbox([...under('/workspace', workspace), ...skillFiles]);
}

function under(root: string, files: Files): Files {
  return files.map((file) => ({ ...file, path: `${root}/${file.path}` }));
}

/** Titles of the graders whose claim does not hold of what lies in the workspace. */
async function broken({ task, grade }: TaskFiles, sandbox: HostSandbox): Promise<string[]> {
  const left = (await readFolder(sandbox.place('/workspace'), 'INTERNAL')) ?? [];
  const copy = await copyOfFiles(under('/workspace', left));
  const verdicts = await verdictsOn(copy, { graders: task.graders, grade }, localEngine());
  return verdicts.filter(({ passed }) => !passed).map(({ title }) => title);
}

/** What the baseline's own mistakes break; the other tasks are passed by both arms. */
const BROKEN_BY_BASELINE: Record<string, string[]> = {
  'tidy-contacts': ['contacts.csv is the clean table, byte for byte'],
  'refuse-ragged': ['error.txt names the line on which the bad row begins'],
};

test('the suite has three common tasks and one edge task, each with a script', () => {
  expect(suite.id).toBe('csv-tidy');
  expect(tasks.map(({ task }) => `${task.id}: ${task.level}`)).toEqual([
    'merge-months: common',
    'refuse-ragged: edge',
    'tidy-contacts: common',
    'total-regions: common',
  ]);
  expect(tasks.filter(({ script }) => script === null)).toEqual([]);
});

describe.each(tasks.map((files) => [files.task.id, files] as const))('%s', (id, files) => {
  const { baseline = [], 'with-skill': withSkill = [] } = files.script?.arms ?? {};

  test('the reference solution passes without the skill', async () => {
    const sandbox = sandboxFor(files, false);
    const { exitCode, output } = sandbox.run(readFileSync(`${DIR}/${id}/solution/solve.sh`, 'utf8'));
    expect(exitCode, output).toBe(0);
    expect(await broken(files, sandbox)).toEqual([]);
  });

  test('an agent that does nothing fails', async () => {
    expect(await broken(files, sandboxFor(files, false))).not.toEqual([]);
  });

  test('the with-skill script loads the skill first and passes', async () => {
    const sandbox = sandboxFor(files, true);
    const runs = sandbox.play(withSkill);
    expect(runs[0]).toMatchObject({ tool: 'skill', input: { name: 'csv-tidy' }, exitCode: 0 });
    expect(runs.filter(({ exitCode }) => exitCode !== 0)).toEqual([]);
    expect(await broken(files, sandbox)).toEqual([]);
  });

  test('the baseline script runs without errors and fails only the graders that its mistake affects', async () => {
    const sandbox = sandboxFor(files, false);
    expect(sandbox.play(baseline).filter(({ exitCode }) => exitCode !== 0)).toEqual([]);
    expect(await broken(files, sandbox)).toEqual(BROKEN_BY_BASELINE[id] ?? []);
  });

  test('nothing that the baseline says or sees contains text of the skill', () => {
    const body = skill.files.find(({ path }) => path === 'SKILL.md')?.content;
    const traces = new SkillTraces(new TextDecoder().decode(body), IN_REQUEST);
    traces.discount(files.task.prompt);
    const runs = sandboxFor(files, false).play(baseline);
    const said = baseline.map(({ say, call }) => `${say}\n${JSON.stringify(call)}`);
    for (const text of [...said, ...runs.map(({ output }) => output)]) traces.search(text);
    expect(traces.areEnough).toBe(false);
  });
});

test('the skill halves the answers in one task and makes little difference in another', () => {
  const answers = Object.fromEntries(
    tasks.map(({ task, script }) => [
      task.id,
      [script?.arms.baseline.length, script?.arms['with-skill'].length],
    ]),
  );
  expect(answers).toMatchObject({ 'merge-months': [6, 3], 'total-regions': [4, 3] });
});

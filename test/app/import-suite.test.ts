import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readForeign } from '../../src/app/foreign-source.ts';
import { importSuite } from '../../src/app/import-suite.ts';
import { writeFiles } from '../../src/app/suite-folder.ts';
import { renderYaml } from '../../src/base/render-yaml.ts';
import { ImportReport } from '../../src/contracts/import-report.ts';
import { authorshipNotice } from '../../src/report/facts/authorship-notice.ts';
import { readSuite } from '../../src/suites/read-suite.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fixtureScorecard } from '../report/fixture-scorecard.ts';
import { tempFolder } from '../sources/temp-folder.ts';

const SKILL = '---\nname: tables\ndescription: Makes tables.\n---\nMake a table.\n';
const EVALS = JSON.stringify({
  skill_name: 'tables',
  mood: 'good',
  evals: [
    {
      id: 'one',
      prompt: 'Sort a.csv.',
      files: ['evals/files/a.csv'],
      assertions: ['`a.csv` contains "x: # y"'],
    },
    { id: 'two', prompt: 'Say\n  "yes" \u0007', assertions: [{ type: 'json-valid', path: 'b.json' }] },
    { query: 'Sort it.', should_trigger: true },
  ],
});

const skillFolder = (files: Record<string, string> = {}) =>
  tempFolder({
    'SKILL.md': SKILL,
    'evals/evals.json': EVALS,
    'evals/files/a.csv': 'b\na\n',
    'run.sh': '#!/bin/sh\n',
    ...files,
  });

describe('tasks of Harbor', async () => {
  const task = (folder: string) => ({
    [`${folder}/task.toml`]: 'version = "1.0"\n[environment]\nallow_internet = false\n',
    [`${folder}/instruction.md`]: 'Write done to out.txt.\n',
    [`${folder}/environment/Dockerfile`]: 'FROM ubuntu:24.04\nWORKDIR /app\n',
    [`${folder}/tests/test.sh`]:
      '#!/bin/bash\ngrep -q done /app/out.txt && echo 1 > /logs/verifier/reward.txt\n',
    [`${folder}/solution/solve.sh`]: 'echo done > /app/out.txt\n',
  });

  async function authorshipOf(path: string, skill: string) {
    const dir = join(temporaryFolder(), 'harbor-suite');
    await importSuite({ format: 'harbor', path, dir, skill: { text: skill } });
    const { suite } = await readSuite(dir);
    const { tasksBy } = suite;
    return authorshipNotice({ ...fixtureScorecard.suite, ...(tasksBy === undefined ? {} : { tasksBy }) });
  }

  test('in the folder of the skill are its author’s own, and the scorecard says so', async () => {
    const skill = tempFolder({ 'SKILL.md': SKILL, ...task('tasks/one') });
    expect(await authorshipOf(join(skill, 'tasks', 'one'), skill)).toMatch(
      /^The tasks are the author's own:/,
    );
  });

  test('elsewhere are nobody’s in particular', async () => {
    const skill = tempFolder({ 'SKILL.md': SKILL });
    const tasks = tempFolder(task('one'));
    expect(await authorshipOf(join(tasks, 'one'), skill)).toBeNull();
  });
});

test('a skill with evals becomes a suite that can be read, with what was lost beside it', async () => {
  const dir = join(temporaryFolder(), 'tables-suite');
  mkdirSync(dir);
  const { dir: written, report } = await importSuite({ format: 'auto', path: skillFolder(), dir });
  expect(written).toBe(dir);
  const suite = await readSuite(dir);
  expect(suite.suite.id).toBe('tables-suite');
  expect(suite.skill.files.map(({ path, executable }) => [path, executable])).toEqual([
    ['SKILL.md', false],
    ['evals/evals.json', false],
    ['evals/files/a.csv', false],
    ['run.sh', true],
  ]);
  expect(suite.suite).toMatchObject({ tasksBy: 'skill-author', evals: ['evals/evals.json'] });
  expect(suite.tasks.map(({ task }) => [task.id, task.prompt])).toEqual([
    ['one', 'Sort a.csv.'],
    ['two', 'Say\n  "yes" \u0007'],
  ]);
  expect(suite.tasks[0]?.workspace.map(({ path }) => path)).toEqual(['a.csv']);
  expect(suite.tasks[0]?.task.graders).toMatchObject([{ kind: 'text', contains: ['x: # y'] }]);
  expect(ImportReport.parse(JSON.parse(readFileSync(join(dir, 'losses.json'), 'utf8')))).toEqual(report);
  expect(report.tasks).toEqual([
    { id: 'one', exact: 1, judged: 0, lacks: [] },
    { id: 'two', exact: 1, judged: 0, lacks: [] },
  ]);
  expect(report.losses.map(({ place }) => place)).toEqual(['', 'mood', 'evals[2]', '', '']);
  expect(suite.triggers?.queries).toEqual([{ query: 'Sort it.', expect: 'invoked' }]);
  expect(readFileSync(join(dir, 'triggers.yaml'), 'utf8')).toContain('$schema=schemas/triggers.schema.json');
  expect(readFileSync(join(dir, 'one', 'task.yaml'), 'utf8')).toMatch(
    /^# yaml-language-server: \$schema=\.\.\/schemas\/task\.schema\.json\n/,
  );
});

test('what the skill seems to need is installed if nobody but Debian publishes it, and listed otherwise', async () => {
  const script = 'import docxtpl\n';
  const use = '```bash\npdftotext in.pdf -\n```\n';
  const path = skillFolder({ 'SKILL.md': `${SKILL}${use}`, 'scripts/read.py': script });
  const dir = join(temporaryFolder(), 'tables-suite');
  const { report } = await importSuite({ format: 'agent-skills', path, dir });
  expect((await readSuite(dir)).suite.environment).toMatchObject({ debian: ['poppler-utils'], pip: [] });
  expect(report.losses.slice(-2)).toMatchObject([
    {
      file: 'SKILL.md:7',
      effect: 'changed',
      detail: expect.stringContaining('poppler-utils, which is installed'),
    },
    {
      file: 'scripts/read.py:1',
      effect: 'incomplete',
      detail: expect.stringContaining('Python package docxtpl'),
    },
  ]);
});

test('cases of BenchFlow, which look like evals as well, are read as the more particular format', async () => {
  const cases = [{ id: 'one', question: 'Sort a.csv.', ground_truth: 'It is sorted.' }];
  const path = skillFolder({ 'evals/evals.json': JSON.stringify({ skill_name: 'tables', cases }) });
  const { report } = await importSuite({ format: 'auto', path, dir: join(temporaryFolder(), 'x') });
  expect(report).toMatchObject({ from: 'benchflow-cases', tasks: [{ id: 'one', judged: 1 }] });
});

test('the graders in a group are counted one by one', async () => {
  const graders = [
    { type: 'deterministic', run: 'bash graders/check.sh' },
    { type: 'llm_rubric', rubric: '- It is sorted.\n- It is short.' },
  ];
  const tasks = [{ name: 'one', instruction: 'Sort a.csv.', graders }];
  const path = skillFolder({ 'eval.yaml': renderYaml({ tasks }) });
  const { report } = await importSuite({ format: 'skillgrade', path, dir: join(temporaryFolder(), 'x') });
  expect(report.tasks).toEqual([{ id: 'one', exact: 1, judged: 2, lacks: [] }]);
});

test('one file is read with the skill around it, whatever else lies there', async () => {
  const folder = skillFolder();
  symlinkSync('/etc/passwd', join(folder, 'evals', 'link'));
  const dir = join(temporaryFolder(), 'tables-suite');
  await importSuite({ format: 'agent-skills', path: join(folder, 'evals', 'evals.json'), dir }).catch(
    () => null,
  );
  writeFileSync(join(folder, 'own-evals.json'), EVALS);
  const skill = { text: tempFolder({ 'SKILL.md': SKILL.replace('tables', 'other') }) };
  const again = await importSuite({ format: 'auto', path: join(folder, 'own-evals.json'), dir, skill });
  expect(again.report.tasks).toHaveLength(2);
  expect((await readSuite(dir)).suite.title).toContain('other');
});

test.each(['agent-skills', 'benchflow-cases'])(
  'a prompt of %s that names the skill stays, and is listed',
  async (format) => {
    const prompt = 'Use the tables skill to sort it.';
    const evals =
      format === 'agent-skills'
        ? { evals: [{ name: 'one', prompt, expected_output: 'It is sorted.' }] }
        : { cases: [{ id: 'one', question: prompt, ground_truth: 'It is sorted.' }] };
    const path = skillFolder({ 'evals/evals.json': JSON.stringify(evals) });
    const dir = join(temporaryFolder(), 'tables-suite');
    const { report } = await importSuite({ format, path, dir });
    expect((await readSuite(dir)).tasks.map(({ task }) => task.prompt)).toEqual([prompt]);
    expect(report.losses).toContainEqual({
      ...{ file: '', place: 'one', effect: 'incomplete' },
      detail: expect.stringContaining('names the skill'),
    });
  },
);

test('nothing is left behind if nothing came out that can be run', async () => {
  const place = temporaryFolder();
  const evals = JSON.stringify([{ query: 'Sort it.', should_trigger: true }]);
  const path = skillFolder({ 'evals/evals.json': evals });
  const { dir, report } = await importSuite({ format: 'agent-skills', path, dir: join(place, 'x') });
  expect({ dir, suite: report.suite, tasks: report.tasks }).toEqual({ dir: null, suite: null, tasks: [] });
  expect(readdirSync(place)).toEqual([]);
});

test('nothing is left behind if what came out is no suite', async () => {
  const place = temporaryFolder();
  const file = { path: 'a', content: 'x' };
  const evals = [{ prompt: 'x', files: [file, { ...file, path: 'a/b' }], assertions: ['`a.md` exists'] }];
  const path = skillFolder({ 'evals/evals.json': JSON.stringify(evals) });
  await expect(importSuite({ format: 'agent-skills', path, dir: join(place, 'x') })).rejects.toMatchObject({
    code: 'FILE_UNWRITABLE',
    message: expect.stringContaining(join(place, 'x')),
  });
  expect(readdirSync(place)).toEqual([]);
});

test('a folder with files in it is not written to', async () => {
  const dir = join(tempFolder({ 'mine/notes.md': 'x' }), 'mine');
  await expect(importSuite({ format: 'auto', path: skillFolder(), dir })).rejects.toMatchObject({
    code: 'FILE_UNWRITABLE',
  });
  expect(readdirSync(dir)).toEqual(['notes.md']);
});

test('a link among the files is refused by name', async () => {
  const path = skillFolder();
  symlinkSync('/etc', join(path, 'evals', 'all'));
  await expect(
    importSuite({ format: 'auto', path, dir: join(temporaryFolder(), 'x') }),
  ).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    message: expect.stringContaining('a symbolic link out of the folder to /etc'),
  });
});

test.each([
  ['no such format', 'agent-skils', {}, /no format "agent-skils"\..*Did you mean agent-skills\?/],
  ['no format that is known', 'auto', { 'notes.md': 'x' }, /looks like no format/],
])('%s is a mistake in the command', async (_, format, files, message) => {
  const path = tempFolder({ 'SKILL.md': SKILL, ...files });
  if (format !== 'auto')
    await expect(importSuite({ format, path: join(path, 'nothing') })).rejects.toMatchObject({
      code: 'USAGE',
    });
  const importing = importSuite({ format, path, dir: join(temporaryFolder(), 'x') });
  await expect(importing).rejects.toMatchObject({ code: 'USAGE', message: expect.stringMatching(message) });
});

test('the command prints the losses line by line, or all of it as JSON', async () => {
  const cwd = temporaryFolder();
  const skill = skillFolder();
  const shown = await runAssayHere(['import', 'auto', skill], { cwd });
  expect(shown).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('The suite is in tables-evals.'),
  });
  expect(shown.stdout).toMatch(/\n {2}evals\/evals\.json evals\[2\]: changed: It is about when/);
  expect(existsSync(join(cwd, 'tables-evals', 'suite.yaml'))).toBe(true);
  const printed = await runAssayHere(['import', 'agent-skills', skill, 'again', '--json'], { cwd });
  expect(ImportReport.parse(JSON.parse(printed.stdout)).suite).toBe('again');
  writeFileSync(join(skill, 'evals', 'evals.json'), '{"evals": [\n  17\n]}');
  const refused = await runAssayHere(['import', 'auto', skill, 'third'], { cwd });
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).toContain(
    'evals/evals.json:2:3: "evals[0]": expected a mapping, found the number 17',
  );
  writeFileSync(join(skill, 'evals', 'evals.json'), '[{"query": "x", "should_trigger": true}]');
  expect((await runAssayHere(['import', 'auto', skill, 'fourth'], { cwd })).status).toBe(1);
  expect(readdirSync(cwd).toSorted()).toEqual(['again', 'tables-evals']);
});

test('an import of which nothing can be run yet says what to add first, and ends with 1', async () => {
  const cwd = temporaryFolder();
  const evals = [{ prompt: 'Sort it.', files: ['lost.csv'], assertions: ['out.csv exists'] }];
  const skill = skillFolder({ 'evals/evals.json': JSON.stringify(evals) });
  const lacking = await runAssayHere(['import', 'agent-skills', skill, 'lacking'], { cwd });
  expect(lacking).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no task that anybody could do'),
  });
  expect(lacking.stdout).toContain('(1 of which nobody can do yet)');
  const alone = tempFolder({
    'evals.json': JSON.stringify([{ prompt: 'Sort it.', assertions: ['out.csv exists'] }]),
  });
  const bare = await runAssayHere(['import', 'agent-skills', join(alone, 'evals.json'), 'bare'], { cwd });
  expect(bare).toMatchObject({ status: 1, stderr: expect.stringContaining('it has no skill') });
  expect(bare.stderr).not.toContain('Next:');
  expect(existsSync(join(cwd, 'bare', 'suite.yaml'))).toBe(true);
});

/** What git takes for a repository, and runs a program of. */
const REPOSITORY = {
  HEAD: 'ref: refs/heads/main\n',
  config: '[core]\n\tbare = false\n\tworktree = ..\n\tfsmonitor = "touch EXECUTED;false"\n',
  'objects/info/x': 'x',
  'refs/heads/x/y': 'x',
};

test.each(['.git', '.GIT', 'sub/git~1', 'sub/.git', 'bare'])(
  'an eval whose files are a repository at %s leaves none on the host, and the report says so',
  async (place) => {
    const given = Object.entries({ ...REPOSITORY, '../a.txt': 'x' }).map(([path, content]) => ({
      path: `${place}/${path}`,
      content,
    }));
    given.push({ path: 'b.txt', content: 'x' });
    const evals = JSON.stringify({
      evals: [{ id: 'one', prompt: 'Count.', files: given, assertions: ['It counts.'] }],
    });
    const dir = join(temporaryFolder(), 'tables-suite');
    const { report } = await importSuite({
      format: 'auto',
      path: skillFolder({ 'evals/evals.json': evals }),
      dir,
    });
    const written = readdirSync(join(dir, 'one/workspace'), { recursive: true });
    expect(written.filter((path) => /head|config/i.test(String(path)))).toEqual([]);
    expect(written).toContain('b.txt');
    expect(report.losses.filter(({ detail }) => detail.includes('git'))).toEqual([
      {
        file: `one/workspace/${place}`,
        place: '',
        effect: 'dropped',
        detail: expect.stringContaining('no files of a git repository'),
      },
    ]);
  },
);

test('folders that are not read for tasks are named, and those of the skill are read', async () => {
  const path = tempFolder({
    'skills/tables/SKILL.md': SKILL,
    'skills/tables/node_modules/a.js': 'x',
    'skills/tables/evals/evals.json': EVALS,
    '.git/config': 'x',
    'node_modules/b.js': 'x',
    'sub/.git': 'gitdir: ../x',
  });
  const { source, passedOver } = await readForeign(path, undefined);
  expect(source.files.map((file) => file.path)).toEqual([
    'skills/tables/SKILL.md',
    'skills/tables/evals/evals.json',
    'skills/tables/node_modules/a.js',
  ]);
  expect(passedOver.map(({ file }) => file).toSorted()).toEqual(['node_modules', 'sub/.git']);
});

test('no file of a repository is written for anybody', async () => {
  const dir = join(temporaryFolder(), 'new');
  const content = new TextEncoder().encode('x');
  await expect(writeFiles(dir, [{ path: 'skill/.git/config', executable: false, content }])).rejects.toThrow(
    'expected no file of a git repository',
  );
  expect(existsSync(dir)).toBe(false);
});

import { appendFileSync, chmodSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseSuite, readSuite } from '../../src/suites/read-suite.ts';
import { addFiles, tempFolder } from '../sources/temp-folder.ts';

const DESCRIPTION = 'id: orders\ntitle: Orders\ndescription: About orders\n';
const SUITE = {
  'orders/suite.yaml': DESCRIPTION,
  'orders/skill/SKILL.md': '---\nname: sums\ndescription: Sums.\n---\n',
  'orders/sum/task.yaml': taskText('sum', 'equalsFile: total.txt'),
  'orders/sum/workspace/data/orders.csv': 'a\n',
  'orders/sum/grade/total.txt': '1\n',
  'orders/sum/solution/solve.sh': '#!/bin/bash\n',
  'orders/sum/script.yaml': 'arms: {baseline: [], with-skill: []}\n',
  'orders/bare/task.yaml': taskText('bare', 'equals: "1"'),
};

function taskText(id: string, expectation: string): string {
  return `id: ${id}
level: common
objective: Sums
prompt: Sum.
expected: A sum.
graders:
  - {kind: file-content, title: The sum is right, path: total.txt, ${expectation}}
`;
}

function suiteFolder(more: Record<string, string> = {}): string {
  return join(tempFolder({ ...SUITE, ...more }), 'orders');
}

test('queries about the use of a skill are read, and a broken one is named with its place', async () => {
  const queries = 'version: 1\nskill: sums\nqueries:\n  - query: Sum it.\n    expect: ';
  const read = (end: string) => readSuite(suiteFolder({ 'orders/triggers.yaml': `${queries}${end}\n` }));
  expect((await read('invoked')).triggers?.queries).toEqual([{ query: 'Sum it.', expect: 'invoked' }]);
  await expect(read('perhaps')).rejects.toThrow(
    /triggers\.yaml:5:13: "queries\[0\]\.expect": expected .*invoked/,
  );
  await expect(read('invoked\n    mood: good')).rejects.toThrow(/triggers\.yaml:6:5: .*mood/);
  expect((await readSuite(suiteFolder())).triggers).toBeNull();
});

test('a suite is read with its skill and its tasks, in the order of their ids', async () => {
  const dir = suiteFolder();
  const { suite, skill, tasks, ...rest } = await readSuite(dir);
  expect(rest.dir).toBe(dir);
  expect(suite.id).toBe('orders');
  expect(skill).toMatchObject({ source: 'orders/skill', folder: null, files: [{ path: 'SKILL.md' }] });
  expect(tasks.map(({ task }) => task.id)).toEqual(['bare', 'sum']);
  expect(tasks[0]).toMatchObject({ workspace: [], grade: [], script: null });
  expect(tasks[1]).toMatchObject({
    workspace: [{ path: 'data/orders.csv' }],
    grade: [{ path: 'total.txt' }],
    script: { latencyMs: 0 },
  });
});

const FIXTURE = 'network: {kind: fixtures, fixtures: [{url: a, bodyFile: wheels/a.whl}]}\n';

test('files that fixtures answer with are read with the network that names them', async () => {
  const dir = suiteFolder({
    'orders/suite.yaml': `${DESCRIPTION}${FIXTURE}`,
    'orders/answers/wheels/a.whl': 'of the suite',
    'orders/bare/task.yaml': `${taskText('bare', 'equals: "1"')}${FIXTURE}`,
    'orders/bare/answers/wheels/a.whl': 'of the task',
  });
  const { tasks, digest } = await readSuite(dir);
  const contents = tasks.map(({ answers }) =>
    answers.map(({ path, content }) => [path, `${Buffer.from(content)}`]),
  );
  expect(contents).toEqual([[['wheels/a.whl', 'of the task']], [['wheels/a.whl', 'of the suite']]]);
  appendFileSync(join(dir, 'answers/wheels/a.whl'), '!');
  expect((await readSuite(dir)).digest).not.toBe(digest);
});

test.each([
  [
    'is not there',
    'a.whl',
    {},
    /suite\.yaml:4:\d+: "network\.fixtures\[0\]\.bodyFile": expected the path of a file in answers\//,
  ],
  ['leads out of the folder', '../suite.yaml', {}, /bodyFile": expected a path without "\.\."/],
  ['is absolute', '/etc/passwd', {}, /bodyFile": expected a relative path/],
  [
    'is written in another way',
    './a.whl',
    { 'orders/answers/a.whl': '' },
    /expected the path of a file in answers\//,
  ],
  [
    'is not the only one',
    'a.whl',
    { 'orders/answers/a.whl': '', 'orders/answers/b.whl': '' },
    /b\.whl: expected a fixture with "bodyFile: b\.whl"/,
  ],
  [
    'stands beside a body',
    'a.whl, body: x',
    { 'orders/answers/a.whl': '' },
    /expected one of body, bodyFile and mcp/,
  ],
])('a fixture whose file %s is refused', async (_what, bodyFile, files, message) => {
  const suite = `${DESCRIPTION}network: {kind: fixtures, fixtures: [{url: a, bodyFile: ${bodyFile}}]}\n`;
  await expect(readSuite(suiteFolder({ ...files, 'orders/suite.yaml': suite }))).rejects.toThrow(message);
});

test('a link among the files that fixtures answer with is refused', async () => {
  const dir = suiteFolder({ 'orders/suite.yaml': `${DESCRIPTION}${FIXTURE}`, 'orders/answers/wheels/b': '' });
  symlinkSync('/etc/passwd', join(dir, 'answers/wheels/a.whl'));
  await expect(readSuite(dir)).rejects.toThrow(
    /a\.whl: expected a file or a folder, found a symbolic link out of/,
  );
});

test('the reference solution is not part of what is read', async () => {
  const suite = await readSuite(suiteFolder());
  expect(JSON.stringify(suite)).not.toContain('solve.sh');
});

test('the skill may be in another folder', async () => {
  const dir = suiteFolder({
    'orders/suite.yaml': `${DESCRIPTION}skill: ../elsewhere\n`,
    'elsewhere/SKILL.md': '',
    'elsewhere/more.md': '',
  });
  expect((await readSuite(dir)).skill.files.map(({ path }) => path)).toEqual(['SKILL.md', 'more.md']);
});

test('folders that are not tasks are skipped', async () => {
  const dir = suiteFolder({
    'orders/docs/README.md': '',
    'orders/.cache/task.yaml': 'x',
    'orders/notes.txt': '',
  });
  expect((await readSuite(dir)).tasks).toHaveLength(2);
});

test.each([
  [
    'a task folder without its task',
    { 'orders/new/workspace/a.txt': '' },
    '/new/task.yaml: expected the task of this folder, found nothing there.',
  ],
  [
    'a grader without its expected file',
    { 'orders/sum/task.yaml': taskText('sum', 'equalsFile: sum.txt') },
    '/sum/task.yaml: expected grade/sum.txt for the grader "The sum is right", found nothing there.',
  ],
  [
    'a task under another name',
    { 'orders/sum/task.yaml': taskText('total', 'equals: a') },
    '/sum/task.yaml:1:5: "id": expected sum, the name of its folder, found "total"',
  ],
  [
    'a missing skill',
    { 'orders/suite.yaml': `${DESCRIPTION}skill: skills/x\n` },
    '/skills/x: expected the folder of a skill, found nothing there.',
  ],
  [
    'a skill folder that contains the suite',
    { 'orders/suite.yaml': `${DESCRIPTION}skill: ..\n` },
    ': the folder of the skill contains the suite, whose grading files would enter the sandbox with it. Move ',
  ],
  [
    'a broken script',
    { 'orders/sum/script.yaml': 'arms: []\n' },
    '/sum/script.yaml:1:7: "arms": expected a mapping, found an empty list',
  ],
])('%s is refused with its position', async (_what, more, message) => {
  await expect(readSuite(suiteFolder(more))).rejects.toThrow(message);
});

test('the error for a folder without a suite names it and what was expected', async () => {
  const dir = tempFolder({ 'README.md': '' });
  await expect(readSuite(dir)).rejects.toMatchObject({
    code: 'FILE_NOT_FOUND',
    message: `${dir}/suite.yaml: expected the description of a suite, found nothing there.`,
  });
});

test('a suite without tasks is refused', async () => {
  const dir = suiteFolder();
  rmSync(join(dir, 'sum'), { recursive: true });
  rmSync(join(dir, 'bare'), { recursive: true });
  await expect(readSuite(dir)).rejects.toMatchObject({
    code: 'FILE_NOT_FOUND',
    message: `${dir}: expected a folder with a task.yaml for each task, found none.`,
  });
});

test('links are refused anywhere in a suite', async () => {
  for (const place of ['linked-task', 'sum/workspace', 'sum/workspace/link', 'sum/task.yaml']) {
    const dir = suiteFolder();
    rmSync(join(dir, place), { recursive: true, force: true });
    symlinkSync('/etc', join(dir, place));
    await expect(readSuite(dir), place).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  }
});

test('text that is not UTF-8 is refused', async () => {
  const dir = suiteFolder();
  appendFileSync(join(dir, 'suite.yaml'), Uint8Array.of(0x23, 0xff));
  await expect(readSuite(dir)).rejects.toThrow(`${dir}/suite.yaml: expected text in UTF-8.`);
});

test('the digest is the same for the same suite in another location', async () => {
  const [one, other] = [await readSuite(suiteFolder()), await readSuite(suiteFolder())];
  expect(one.digest).toBe(other.digest);
});

test.each([
  ['a byte of a workspace', { 'sum/workspace/data/orders.csv': 'b\n' }],
  ['a file that the graders see', { 'sum/grade/more.txt': '' }],
  ['the skill', { 'skill/SKILL.md': 'other' }],
  ['a prompt', { 'bare/task.yaml': taskText('bare', 'equals: "1"').replace('Sum.', 'Add up.') }],
  ['a script', { 'sum/script.yaml': 'latencyMs: 1\narms: {baseline: [], with-skill: []}\n' }],
  ['the limits', { 'suite.yaml': `${DESCRIPTION}limits: {maxRequests: 3}\n` }],
])('the digest changes with %s', async (_what, change) => {
  const dir = suiteFolder();
  const { digest } = await readSuite(dir);
  addFiles(dir, change);
  expect((await readSuite(dir)).digest).not.toBe(digest);
});

test('the digest changes if a file becomes executable', async () => {
  const dir = suiteFolder();
  const { digest } = await readSuite(dir);
  chmodSync(join(dir, 'sum/workspace/data/orders.csv'), 0o755);
  expect((await readSuite(dir)).digest).not.toBe(digest);
});

test('a comment in a task or a new solution does not change the digest', async () => {
  const dir = suiteFolder();
  const { digest } = await readSuite(dir);
  addFiles(dir, { 'sum/solution/solve.sh': '#!/bin/sh\n' });
  appendFileSync(join(dir, 'sum/task.yaml'), '# reviewed\n');
  expect((await readSuite(dir)).digest).toBe(digest);
});

test('a suite is parsed, with its skill in the folder "skill" by default', () => {
  expect(parseSuite(DESCRIPTION, 'tasks/orders/suite.yaml')).toEqual({
    id: 'orders',
    title: 'Orders',
    description: 'About orders',
    skill: 'skill',
    limits: {},
    budget: { maxTokens: null, maxRequests: null, maxSeconds: null, maxUsd: null },
  });
});

test('a suite whose id differs from the name of its folder is refused at its id', () => {
  expect(() => parseSuite(DESCRIPTION, 'tasks/order/suite.yaml')).toThrow(
    'tasks/order/suite.yaml:1:5: "id": expected order, the name of its folder, found "orders"',
  );
});

test('an id that cannot be a folder name is refused with that reason', () => {
  expect(() => parseSuite(DESCRIPTION.replace('orders', '../up'), 'tasks/orders/suite.yaml')).toThrow(
    '"id": expected lowercase letters, digits and single hyphens, found "../up"',
  );
});

test('files of the environment count, and are those of no task', async () => {
  const plain = await readSuite(suiteFolder());
  const dir = suiteFolder({
    'orders/suite.yaml': `${DESCRIPTION}environment: {debian: [jq]}\n`,
    'orders/environment/files/etc/rates.csv': 'eur\n',
    'orders/environment/requirements.txt': 'openpyxl==3.1.5\n',
  });
  const { suite, environment, tasks, digest } = await readSuite(dir);
  expect(suite.environment).toMatchObject({ debian: ['jq'], timeZone: 'UTC' });
  expect(environment.map(({ path }) => path)).toEqual(['files/etc/rates.csv', 'requirements.txt']);
  expect(tasks).toHaveLength(2);
  appendFileSync(join(dir, 'environment/requirements.txt'), 'numpy\n');
  expect(new Set([plain.digest, digest, (await readSuite(dir)).digest]).size).toBe(3);
});

test('a package.json without its lock is refused', async () => {
  const dir = suiteFolder({ 'orders/environment/package.json': '{}' });
  await expect(readSuite(dir)).rejects.toMatchObject({
    code: 'FILE_NOT_FOUND',
    message: expect.stringContaining('expected package-lock.json beside package.json'),
  });
});

test('the error for a package that is none says where it stands', async () => {
  const dir = suiteFolder({ 'orders/suite.yaml': `${DESCRIPTION}environment:\n  debian: ["jq; rm"]\n` });
  await expect(readSuite(dir)).rejects.toMatchObject({
    message: expect.stringMatching(/suite\.yaml:5:.*the name of a Debian package/),
  });
});

test('a file of the environment that nothing would use is refused, unless a Dockerfile may', async () => {
  const misspelt = { 'orders/environment/Requirements.txt': 'a\n' };
  await expect(readSuite(suiteFolder(misspelt))).rejects.toMatchObject({
    message: expect.stringMatching(/Requirements\.txt: expected Dockerfile, requirements\.txt/),
  });
  const used = { ...misspelt, 'orders/environment/Dockerfile': 'ARG BASE_IMAGE\nFROM $BASE_IMAGE\n' };
  expect((await readSuite(suiteFolder(used))).environment).toHaveLength(2);
});

test('a Dockerfile that copies from an image of the engine is refused with its line', async () => {
  const dockerfile = 'ARG BASE_IMAGE\nFROM $BASE_IMAGE\nCOPY --from=private:1 /secret /\n';
  await expect(readSuite(suiteFolder({ 'orders/environment/Dockerfile': dockerfile }))).rejects.toMatchObject(
    {
      code: 'INPUT_INVALID',
      message: expect.stringMatching(
        /orders\/environment\/Dockerfile:3: expected --from to name a stage above, found "private:1"/,
      ),
    },
  );
  const ofTask = { 'orders/sum/environment/Dockerfile': dockerfile.replace('COPY', 'RUN true\nCOPY') };
  await expect(readSuite(suiteFolder(ofTask))).rejects.toMatchObject({
    message: expect.stringMatching(/orders\/sum\/environment\/Dockerfile:4: expected --from/),
  });
});

test('the error for a variable of the environment says what is wrong with its name', async () => {
  const dir = suiteFolder({
    'orders/suite.yaml': `${DESCRIPTION}environment:\n  variables: {API_TOKEN: x}\n`,
  });
  await expect(readSuite(dir)).rejects.toMatchObject({
    message: expect.stringMatching(/API_TOKEN.*does not look like that of a secret/),
  });
});

test('a task has an environment of its own, whose files are its own too', async () => {
  const own = `${taskText('sum', 'equals: "1"')}environment: { pip: [numpy], machine: { cpus: 2 } }\n`;
  const dir = suiteFolder({
    'orders/sum/task.yaml': own,
    'orders/sum/environment/files/etc/rates.csv': 'eur\n',
  });
  const { environment, tasks, digest } = await readSuite(dir);
  expect(environment).toEqual([]);
  expect(tasks.map(({ task }) => task.environment)).toEqual([
    undefined,
    { pip: ['numpy'], machine: { cpus: 2 } },
  ]);
  expect(tasks[1]?.environment).toMatchObject([{ path: 'files/etc/rates.csv' }]);
  appendFileSync(join(dir, 'sum/environment/files/etc/rates.csv'), 'usd\n');
  expect((await readSuite(dir)).digest).not.toBe(digest);
});

test.each([
  ['environment: { debain: [jq] }', /task\.yaml:8:\d+: .*debain/],
  ['environment: { machine: { memoryMib: 1 } }', /task\.yaml:8:\d+: .*memoryMib.*128/],
])('the error for a task with %s says where it stands', async (text, message) => {
  const dir = suiteFolder({ 'orders/sum/task.yaml': `${taskText('sum', 'equals: "1"')}${text}\n` });
  await expect(readSuite(dir)).rejects.toMatchObject({ message: expect.stringMatching(message) });
});

test('a file that nothing would use is refused in the environment of a task too', async () => {
  const dir = suiteFolder({ 'orders/sum/environment/tool.sh': 'true\n' });
  await expect(readSuite(dir)).rejects.toMatchObject({
    message: expect.stringMatching(/sum\/environment\/tool\.sh: expected Dockerfile/),
  });
});

test.each([
  ['[{name: a, command: [x]}, {name: a, command: [y]}]', /expected a name of its own for each server/],
  ["[{name: a, command: [x, '{skill}/y']}]", /expected with-skill, because \{skill\} leads nowhere/],
  [
    "[{name: a, url: 'https://a.example/mcp'}]",
    /orders\/(bare|sum): the network of this task does not lead to its MCP server "a": expected a fixture for https:\/\/a\.example\/mcp/,
  ],
])('MCP servers %s are refused', async (servers, message) => {
  const suite = suiteFolder({ 'orders/suite.yaml': `${DESCRIPTION}mcp: ${servers}\n` });
  await expect(readSuite(suite)).rejects.toThrow(message);
});

test('tasks have the MCP servers of their suite unless they say otherwise', async () => {
  const network = 'network: {kind: allow, hosts: [a.example]}\n';
  const own = `${SUITE['orders/bare/task.yaml']}mcp: [{name: own, command: [x]}]\n`;
  const { tasks } = await readSuite(
    suiteFolder({
      'orders/suite.yaml': `${DESCRIPTION}${network}mcp: [{name: a, url: 'https://a.example/mcp'}]\n`,
      'orders/bare/task.yaml': own,
    }),
  );
  const named = tasks.map(({ task }) => [task.id, task.mcp?.map(({ name }) => name)]);
  expect(named).toEqual([
    ['bare', ['own']],
    ['sum', ['a']],
  ]);
});

const COMMITS = 'git: {commits: [{message: Start, files: start}]}\n';

test('a task has the commits of its own history, or those of its suite', async () => {
  const dir = suiteFolder({
    'orders/suite.yaml': `${DESCRIPTION}${COMMITS}`,
    'orders/history/start/a.txt': 'of the suite',
    'orders/bare/task.yaml': `${taskText('bare', 'equals: "1"')}${COMMITS}`,
    'orders/bare/history/start/a.txt': 'of the task',
  });
  const { tasks, digest } = await readSuite(dir);
  expect(tasks.map(({ task }) => task.git?.commits.map(({ message }) => message))).toEqual([
    ['Start'],
    ['Start'],
  ]);
  const heads = tasks.map(
    ({ repository = [] }) => repository.find(({ path }) => path === '.git/refs/heads/main')?.content,
  );
  expect(heads.every((head) => head !== undefined)).toBe(true);
  expect(heads[0]).not.toEqual(heads[1]);
  expect(tasks.map(({ workspace }) => workspace.filter(({ path }) => path.startsWith('.git')))).toEqual([
    [],
    [],
  ]);
  appendFileSync(join(dir, 'bare/history/start/a.txt'), '!');
  expect((await readSuite(dir)).digest).not.toBe(digest);
});

test.each([
  [
    'a folder that no commit names',
    '',
    'start',
    /history\/start: expected a commit of "git" with "files: start"/,
  ],
  ['a commit whose folder is not there', COMMITS, 'other', /history\/other: expected a commit/],
  [
    'a commit that removes what is not there',
    'git: {commits: [{message: M, remove: [x]}]}\n',
    null,
    /git\.commits\.0\.remove: expected files of the commit before, which has no x/,
  ],
])('%s is refused', async (_, git, folder, message) => {
  const dir = suiteFolder({
    'orders/bare/task.yaml': `${taskText('bare', 'equals: "1"')}${git}`,
    ...(folder === null ? {} : { [`orders/bare/history/${folder}/a.txt`]: 'a' }),
  });
  await expect(readSuite(dir)).rejects.toThrow(message);
});

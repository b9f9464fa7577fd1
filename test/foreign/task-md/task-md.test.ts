import { expect, test } from 'vitest';
import { Suite } from '../../../src/contracts/suite.ts';
import { Task } from '../../../src/contracts/task.ts';
import { DraftBudget } from '../../../src/foreign/drafting/draft-budget.ts';
import { textFile } from '../../../src/foreign/drafting/file-text.ts';
import type { Files } from '../../../src/foreign/foreign-format.ts';
import { TASK_MD_FORMAT } from '../../../src/foreign/task-md/read-task-md.ts';

const HEAD = 'schema_version: "1.3"\nsandbox:\n  allow_internet: false\n';

function taskFiles(head: string, body: string, texts: Readonly<Record<string, string>> = {}): Files {
  const all = {
    'task.md': `---\n${head}---\n${body}`,
    'environment/Dockerfile': 'FROM ubuntu:24.04\nWORKDIR /root\nCOPY in.csv /root/\n',
    'environment/in.csv': 'a\n',
    'environment/skills/tables/SKILL.md': '---\nname: tables\n---\n',
    'verifier/test.sh': 'echo 1 > /logs/verifier/reward.txt\n',
    'oracle/solve.sh': 'touch /root/out.csv\n',
    ...texts,
  };
  return Object.entries(all).map(([path, text]) => textFile(path, text));
}

function imported(files: Files) {
  const { draft, losses } = TASK_MD_FORMAT.read(
    { files, entry: null, skill: null, skillName: null },
    new DraftBudget(),
  );
  Suite.parse(draft.suite);
  for (const { task } of draft.tasks) Task.parse(task);
  const told = losses.map(({ file, place, effect, detail }) => `${file}:${place} ${effect}: ${detail}`);
  return { ...draft, losses: told };
}

test('front matter and body become a task like one of Harbor, with the folders of BenchFlow', () => {
  const { tasks, skill, environment, losses } = imported(
    taskFiles(
      `${HEAD}agent:\n  timeout_sec: 900\n`,
      '\n## prompt\n\nClean `/root/in.csv`.\n\n### Notes\n\nKeep order.\n',
    ),
  );
  const [{ task, workspace, grade, solution } = expect.fail('no task')] = tasks;
  expect(task).toMatchObject({
    prompt: 'Clean `/root/in.csv`.\n\n### Notes\n\nKeep order.',
    limits: { maxSeconds: 900 },
    graders: [{ kind: 'reward', command: 'bash /grade/test.sh' }],
  });
  expect(workspace.map(({ path }) => path)).toEqual(['in.csv']);
  expect([...grade, ...solution].map(({ path }) => path)).toEqual(['test.sh', 'solve.sh']);
  expect(skill.map(({ path }) => path)).toEqual(['SKILL.md']);
  expect(new TextDecoder().decode(environment[0]?.content).split('\n').slice(2, -1)).toEqual([
    'RUN rm -rf /root && ln -s /workspace /root',
    'RUN rm -rf /verifier && ln -s /grade /verifier',
    'RUN rm -rf /tests && ln -s /grade /tests',
    'RUN rm -rf /oracle && ln -s /solution /oracle',
  ]);
  expect(losses).toEqual([
    'environment/Dockerfile:1 changed: ubuntu:24.04 is replaced by the sandbox image, which is a Debian 12.',
    'environment/Dockerfile: changed: The workspace is /workspace; /root is a link to it.',
  ]);
});

test('a body without headings is the prompt, and a heading in a block of code is none', () => {
  const body = '\nFix it.\n\n```md\n## prompt\n```\n';
  expect(imported(taskFiles(HEAD, body)).tasks[0]?.task.prompt).toBe('Fix it.\n\n```md\n## prompt\n```');
});

test('scenes are asked one after the other, with the texts of their roles', () => {
  const head = `${HEAD}agents:
  roles: { solver: { agent: x } }
scenes:
  - name: find
    turns: [{ role: solver, prompt: Find it. }]
  - name: tell
    turns: [{ role: solver }]
user:
  model: scripted
`;
  const body =
    '## prompt\nBase.\n## role:solver\nYou solve.\n## scene:tell\nSay it.\n## user-persona\nYou are cross.\n';
  const { tasks, losses } = imported(taskFiles(head, body));
  expect(tasks[0]?.task).toMatchObject({
    prompt: 'Base.\n\nYou solve.\n\nFind it.',
    turns: [{ say: 'You solve.\n\nSay it.' }],
  });
  expect(tasks[0]?.solution.map(({ path }) => path)).toEqual(['solve.sh']);
  expect(losses).toEqual(
    expect.arrayContaining([
      "task.md: incomplete: A user is not simulated. What only the user knows can be said in the task's turns.",
      'task.md:5:1 dropped: There is one agent, which has no roles.',
      'task.md:12:1 dropped: Nobody answers the agent: a user is not simulated.',
    ]),
  );
});

test('a verifier that asks a model by itself becomes a rubric', () => {
  const { tasks, losses } = imported(
    taskFiles(HEAD, 'Go.\n', {
      'verifier/judge.py': 'import anthropic\n',
      'verifier/case.json': '{"id": "x", "expected_behavior": ["It sorts", "It tests"]}',
    }),
  );
  expect(tasks[0]?.task.graders).toMatchObject([{ kind: 'rubric', criteria: ['It sorts', 'It tests'] }]);
  expect(losses).toContain(
    'verifier/test.sh: changed: It asks a model by itself. A rubric grader asks about the same criteria instead.',
  );
});

test('keys that BenchFlow does not have are named with their lines', () => {
  expect(imported(taskFiles(`${HEAD}colour: red\n`, 'Go.\n')).losses).toContain(
    'task.md:5:1 dropped: Nothing is known of the key "colour".',
  );
});

test.each([
  ['no front matter', 'Go.\n', 'task.md:1:1: expected YAML between two lines of three dashes'],
  ['front matter without an end', '---\nschema_version: 1\n', 'task.md:1:1: expected YAML between'],
  ['front matter that is no YAML', '---\na: [\n---\nGo.\n', /^task\.md:\d+:\d+: not valid YAML/],
  [
    'a wrong value',
    '---\nagent:\n  timeout_sec: soon\n---\nGo.\n',
    'task.md:3:16: "agent.timeout_sec": expected a number, found "soon"',
  ],
  [
    'an empty body',
    `---\n${HEAD}---\n\n`,
    'task.md: expected what the agent is asked below the front matter',
  ],
  ['aliases that multiply', `---\n${bomb()}---\nGo.\n`, 'task.md: its aliases cannot be followed'],
])('%s is refused with its place', (_, text, message) => {
  expect(() => imported([textFile('task.md', text)])).toThrow(message);
});

function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const items = Array.from({ length: 9 }, () => (level === 0 ? 'x' : `*a${level - 1}`));
    return `a${level}: &a${level} [${items.join(', ')}]\n`;
  });
  return levels.join('');
}

test('a task that nothing decides is left out, and where its verifier belongs is said', () => {
  const { tasks, losses } = imported([textFile('task.md', `---\n${HEAD}---\nGo.\n`)]);
  expect(tasks).toEqual([]);
  expect(losses).toContain('task.md: dropped: Nothing decides this task: there is no verifier/test.sh.');
});

test('a task.md of another tool is not taken for one', () => {
  const source = (text: string) => ({
    files: [textFile('task.md', text)],
    entry: null,
    skill: null,
    skillName: null,
  });
  expect(TASK_MD_FORMAT.recognises(source(`---\n${HEAD}---\nGo.\n`))).toBe(true);
  expect(TASK_MD_FORMAT.recognises(source('# A task\n\nschema_version: 1\n'))).toBe(false);
});

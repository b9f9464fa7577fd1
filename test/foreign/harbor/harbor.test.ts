import { expect, test } from 'vitest';
import { Suite } from '../../../src/contracts/suite.ts';
import { Task } from '../../../src/contracts/task.ts';
import { DraftBudget } from '../../../src/foreign/drafting/draft-budget.ts';
import { textFile } from '../../../src/foreign/drafting/file-text.ts';
import type { Files, TaskDraft } from '../../../src/foreign/foreign-format.ts';
import { HARBOR } from '../../../src/foreign/harbor/read-harbor.ts';

const DOCKERFILE = 'FROM ubuntu:24.04\nWORKDIR /app\n';
const TEST = '#!/bin/bash\ngrep -q done /app/out.txt && echo 1 > /logs/verifier/reward.txt\n';

/** The texts of a task's files by their paths, on top of what every task here has. */
function taskFiles(texts: Readonly<Record<string, string>>, folder = ''): Files {
  const all = {
    'task.toml': 'version = "1.0"\n[environment]\nallow_internet = false\n',
    'instruction.md': 'Write done to out.txt.\n',
    'environment/Dockerfile': DOCKERFILE,
    'tests/test.sh': TEST,
    'solution/solve.sh': 'echo done > /app/out.txt\n',
    ...texts,
  };
  return Object.entries(all).flatMap(([path, text]) =>
    text === '' ? [] : [textFile(`${folder}${path}`, text)],
  );
}

function imported(files: Files, skill: Files | null = null) {
  const source = { files, entry: null, skill, skillName: skill === null ? null : 'given' };
  const { draft, losses } = HARBOR.read(source, new DraftBudget());
  Suite.parse(draft.suite);
  for (const { task } of draft.tasks) Task.parse(task);
  return {
    ...draft,
    losses: losses.map(({ file, place, effect, detail }) => `${file}:${place} ${effect}: ${detail}`),
  };
}

function only(tasks: readonly TaskDraft[]): TaskDraft {
  const [task, ...others] = tasks;
  if (task === undefined || others.length > 0) throw new Error(`expected one task, found ${tasks.length}`);
  return task;
}

function textIn(files: Files, path: string): string {
  const file = files.find((one) => one.path === path);
  if (file === undefined)
    throw new Error(`expected ${path}, found ${files.map((one) => one.path).join(', ')}`);
  return new TextDecoder().decode(file.content);
}

test('a task has its prompt, its verifier as a grader, its solution, and its working folder as a link', () => {
  const { suite, tasks, environment, losses } = imported(
    taskFiles({
      'task.toml': `schema_version = "1.1"
[task]
name = "acme/write-done"
description = "Writes a word"
[agent]
timeout_sec = 90.0
[verifier]
timeout_sec = 30.0
[environment]
cpus = 2
memory_mb = 4096
network_mode = "no-network"
`,
    }),
    [textFile('SKILL.md', 'x')],
  );
  const { task, grade, solution, workspace } = only(tasks);
  expect(task).toEqual({
    id: 'write-done',
    level: 'common',
    objective: 'Writes a word',
    prompt: 'Write done to out.txt.',
    expected: "The task's own verifier gives it a reward of 1.",
    limits: { maxSeconds: 90, maxRequests: 200 },
    graders: [
      {
        kind: 'reward',
        title: "The task's verifier gives a reward of 1",
        command: 'bash /grade/test.sh',
        timeoutSeconds: 30,
      },
    ],
  });
  expect(textIn(grade, 'test.sh')).toBe(TEST);
  expect(textIn(solution, 'solve.sh')).toBe('echo done > /app/out.txt\n');
  expect(workspace).toEqual([]);
  expect(suite.environment).toEqual({ machine: { memoryMib: 4096, cpus: 2 } });
  expect(textIn(environment, 'Dockerfile')).toBe(
    'ARG BASE_IMAGE\nFROM $BASE_IMAGE\nRUN rm -rf /app && ln -s /workspace /app\nRUN rm -rf /tests && ln -s /grade /tests\n',
  );
  expect(losses).toEqual([
    'environment/Dockerfile:1 changed: ubuntu:24.04 is replaced by the sandbox image, which is a Debian 12.',
    'environment/Dockerfile: changed: The workspace is /workspace; /app is a link to it.',
  ]);
});

test('the skill that an image copies is the skill of the suite, and in neither image nor workspace', () => {
  const { skill, environment, tasks, suite } = imported(
    taskFiles({
      'environment/Dockerfile': `${DOCKERFILE}COPY skills /root/.claude/skills\nCOPY skills /root/.codex/skills\nCOPY . /app\n`,
      'environment/skills/words/SKILL.md': '---\nname: words\n---\n',
      'environment/skills/words/scripts/go.py': 'pass\n',
      'environment/in.txt': 'a\n',
    }),
  );
  expect(skill.map(({ path }) => path)).toEqual(['SKILL.md', 'scripts/go.py']);
  expect(suite.id).toBe('words-tasks');
  expect(only(tasks).workspace.map(({ path }) => path)).toEqual(['in.txt']);
  expect(textIn(environment, 'Dockerfile')).not.toContain('skills');
});

test('of several skills one is measured, and the others are in neither arm', () => {
  const files = taskFiles({
    'environment/skills/a/SKILL.md': 'a',
    'environment/skills/b/SKILL.md': 'b',
  });
  const { skill, losses } = imported(files);
  expect(textIn(skill, 'SKILL.md')).toBe('a');
  expect(losses).toContain(
    'task.toml: dropped: A suite is about one skill, and this one is about a: b is in neither arm.',
  );
  const given = imported(files, [textFile('SKILL.md', 'c')]);
  expect(textIn(given.skill, 'SKILL.md')).toBe('c');
  expect(given.losses.filter((loss) => loss.includes('in neither arm'))).toHaveLength(2);
});

test('a folder of tasks is one suite, and tasks whose images differ have environments of their own', () => {
  const files = [
    ...taskFiles({}, 'one/'),
    ...taskFiles({ 'environment/Dockerfile': `${DOCKERFILE}RUN apt-get install -y jq\n` }, 'two/'),
  ];
  const { suite, tasks, environment } = imported(files);
  expect(tasks.map(({ task }) => [task.id, task.environment])).toEqual([
    ['one', {}],
    ['two', { debian: ['jq'] }],
  ]);
  expect(tasks.map((task) => task.environment?.map(({ path }) => path))).toEqual([
    ['Dockerfile'],
    ['Dockerfile'],
  ]);
  expect(suite.environment).toBeUndefined();
  expect(environment).toEqual([]);
  const alike = imported([...taskFiles({}, 'one/'), ...taskFiles({}, 'two/')]);
  expect(alike.environment.map(({ path }) => path)).toEqual(['Dockerfile']);
  expect(alike.tasks.map(({ task }) => task.environment)).toEqual([undefined, undefined]);
});

test('what a verifier would install belongs to the environment, and the rest of it stays', () => {
  const script = `#!/bin/bash
LIMIT=3
if ! command -v uv; then
  apt-get update && apt-get install -y poppler-utils
fi
curl -LsSf https://astral.sh/uv/0.9.7/install.sh | sh
source $HOME/.local/bin/env
uvx \\
  --with pytest==8.4.1 \\
  --with pytest-json-ctrf==0.3.5 \\
  --with numpy==2.0.0 \\
  pytest --ctrf /logs/verifier/ctrf.json /tests/test_state.py -rA
cat <<'END'
pip install nothing
END
if [ $? -eq 0 ]; then echo 1 > /logs/verifier/reward.txt; fi
`;
  const { suite, tasks, losses } = imported(taskFiles({ 'tests/test.sh': script }));
  expect(textIn(only(tasks).grade, 'test.sh')).toBe(`#!/bin/bash
LIMIT=3
if ! command -v uv; then
  true
fi
true
true
python3 -m pytest /tests/test_state.py -rA
cat <<'END'
pip install nothing
END
if [ $? -eq 0 ]; then echo 1 > /logs/verifier/reward.txt; fi
`);
  expect(suite.environment).toEqual({ debian: ['poppler-utils', 'python3-pytest'], pip: ['numpy==2.0.0'] });
  expect(losses).toContain(
    'tests/test.sh:4 changed: This line only installs something and is left out. The environment has poppler-utils instead.',
  );
  expect(losses).toContain(
    "tests/test.sh:8 changed: uvx is replaced by Debian's pytest, without --ctrf. The environment has python3-pytest, numpy==2.0.0 instead.",
  );
});

test.each([
  [
    'imports the work',
    'tests/test_it.py',
    'import sys\nsys.path.insert(0, "/app")\n',
    2,
    /decides about itself/,
  ],
  ['runs the work', 'tests/test.sh', `${TEST}out=$(/app/run.sh)\n`, 3, /decides about itself/],
  [
    'runs the work with a program',
    'tests/test.sh',
    `${TEST}if python3 "/app/run.py"; then true; fi\n`,
    3,
    /decides about itself/,
  ],
  ['writes to the workspace', 'tests/test.sh', `${TEST}echo a > /app/in.txt\n`, 3, /only read the workspace/],
])('a verifier that %s is named with its line', (_, file, text, line, detail) => {
  const { losses } = imported(taskFiles({ [file]: text }));
  expect(losses).toContainEqual(
    expect.stringMatching(new RegExp(`^${file}:${line} incomplete: .*${detail.source}`)),
  );
});

test('a verifier that only reads the work is not blamed', () => {
  expect(
    imported(taskFiles({ 'tests/test.sh': `${TEST}cat /app/out.txt\nVALUE=/app/run.sh\n` })).losses,
  ).toEqual(imported(taskFiles({})).losses);
});

test('variables of the verifier and the solution are kept, if they have values', () => {
  const { tasks, losses } = imported(
    taskFiles({
      'task.toml': `[environment]
allow_internet = false
[environment.env]
MODE = "\${MODE:-fast}"
API_KEY = "abc"
[verifier.env]
NAME = "it's"
JUDGE = "\${JUDGE}"
[solution.env]
SEED = "3"
`,
    }),
  );
  const { task, solution } = only(tasks);
  expect(task.graders[0]).toMatchObject({ command: `env NAME='it'\\''s' bash /grade/test.sh` });
  expect(textIn(solution, 'solve.sh')).toBe("#!/bin/bash\nexport SEED='3'\necho done > /app/out.txt\n");
  expect(losses).toEqual(
    expect.arrayContaining([
      'task.toml:5:1 incomplete: A suite cannot set this variable, by its name or its value.',
      expect.stringMatching(/^task\.toml:8:1 incomplete: Its value comes from the machine/),
    ]),
  );
});

test.each([
  ['version = "1.0"\n', null, /^task\.toml:1:1 incomplete: All of the internet/],
  ['[environment]\nnetwork_mode = "public"\n', null, /^task\.toml:2:1 incomplete: All of the internet/],
  ['[environment]\nallow_internet = false\n', null, null],
  [
    '[environment]\nnetwork_mode = "allowlist"\nallowed_hosts = ["API.example.com", "no host"]\n',
    ['api.example.com'],
    /^task\.toml:3:1 incomplete: This is no name of a host/,
  ],
  [
    '[agent]\nnetwork_mode = "allowlist"\nallowed_hosts = ["a.example"]\n[environment]\nallow_internet = true\n',
    ['a.example'],
    null,
  ],
])('the network of %j is %j', (toml, hosts, loss) => {
  const { tasks, losses } = imported(taskFiles({ 'task.toml': toml }));
  const { network } = only(tasks).task;
  expect(network ?? null).toEqual(hosts === null ? null : { kind: 'allow', hosts });
  const named = losses.filter((line) => line.startsWith('task.toml'));
  expect(named.length).toBe(loss === null ? 0 : 1);
  if (loss !== null) expect(named[0]).toMatch(loss);
});

test('steps are what the user says later, with the files that arrive then and the verifier of the last one', () => {
  const { tasks, losses } = imported(
    taskFiles({
      'task.toml': `[environment]
allow_internet = false
[[steps]]
name = "first"
min_reward = 1.0
[steps.agent]
timeout_sec = 60
[[steps]]
name = "second"
[steps.agent]
timeout_sec = 30
[steps.verifier]
timeout_sec = 5
[steps.verifier.env]
A = "b"
`,
      ...{ 'instruction.md': '', 'tests/test.sh': '', 'tests/common.sh': 'true\n', 'solution/solve.sh': '' },
      ...{ 'steps/first/instruction.md': 'One.', 'steps/second/instruction.md': 'Two.' },
      ...{
        'steps/first/workdir/a.txt': 'a',
        'steps/second/workdir/b.txt': 'b',
        'steps/second/workdir/setup.sh': 'true',
      },
      ...{ 'steps/first/tests/test.sh': 'false', 'steps/second/tests/test.sh': TEST },
      ...{ 'steps/first/solution/solve.sh': 'echo 1', 'steps/second/solution/solve.sh': 'echo 2' },
    }),
  );
  const { task, workspace, turns = [], grade, solution } = only(tasks);
  expect(task).toMatchObject({
    prompt: 'One.',
    turns: [{ say: 'Two.', files: 'second' }],
    limits: { maxSeconds: 90 },
    graders: [{ command: "env A='b' bash /grade/test.sh", timeoutSeconds: 5 }],
  });
  expect(workspace.map(({ path }) => path)).toEqual(['a.txt']);
  expect(turns.map(({ path }) => path)).toEqual(['second/b.txt']);
  expect(grade.map(({ path }) => path)).toEqual(['common.sh', 'test.sh']);
  expect(textIn(grade, 'test.sh')).toBe(TEST);
  expect(textIn(solution, 'solve.sh')).toBe(
    '#!/bin/bash\nset -e\nbash /solution/step-1/solve.sh\nbash /solution/step-2/solve.sh\n',
  );
  expect(losses.slice(2, -1)).toEqual([
    'task.toml:3:1 changed: Only the verifier of the last step decides: by then, what earlier ones would look at may be other files.',
    'task.toml:5:1 dropped: All steps are asked for, however earlier ones end.',
    'steps/second/workdir/setup.sh: dropped: Nothing is run before a step.',
  ]);
});

test('keys that Harbor does not have are named, and what cannot be decided is left out', () => {
  const { tasks, losses } = imported(
    taskFiles({ 'task.toml': 'colour = "red"\n[agent]\nspeed = 3\n', 'tests/test.sh': '' }),
  );
  expect(tasks).toEqual([]);
  expect(losses).toEqual([
    'task.toml:3:1 dropped: Nothing is known of the key "agent.speed".',
    'task.toml:1:1 dropped: Nothing is known of the key "colour".',
    'task.toml: dropped: Nothing decides this task: there is no tests/test.sh.',
  ]);
});

test.each([
  ['TOML that is none', { 'task.toml': 'version = \n' }, /^task\.toml:1:\d+: not valid TOML/],
  [
    'a wrong value',
    { 'task.toml': '[agent]\ntimeout_sec = "long"\n' },
    'task.toml:2:1: "agent.timeout_sec": expected a number, found "long"',
  ],
  [
    'no instruction',
    { 'instruction.md': '' },
    'instruction.md: expected what the agent is asked, found no such file.',
  ],
  [
    'an empty instruction',
    { 'instruction.md': ' \n' },
    'instruction.md: expected what the agent is asked, found nothing in it.',
  ],
  [
    'a step without an instruction',
    { 'task.toml': '[[steps]]\nname = "x"\n' },
    'steps/x/instruction.md: expected what the agent is asked, found no such file.',
  ],
])('%s is refused with its place', (_, texts, message) => {
  expect(() => imported(taskFiles(texts))).toThrow(message);
});

test('a step whose name leads elsewhere reaches nothing outside of the task', () => {
  const toml = '[[steps]]\nname = "../../../etc"\n';
  const files = [...taskFiles({ 'task.toml': toml }, 'task/'), textFile('etc/instruction.md', 'Do harm.')];
  expect(() => imported(files)).toThrow(
    /instruction\.md: expected what the agent is asked, found no such file/,
  );
});

test('a task inside another one is no task of its own', () => {
  const files = [...taskFiles({}), ...taskFiles({}, 'environment/copy/')];
  expect(imported(files).tasks).toHaveLength(1);
});

import { expect, test } from 'vitest';
import { DOTNET } from '../../../src/foreign/dotnet/read-dotnet.ts';
import { textFile } from '../../../src/foreign/drafting/file-text.ts';
import { importedBy, multiplyingAliases, onlyTask, textsOfFiles } from '../imported.ts';

const scenario = (fields: string) => ({
  'tests/eval.yaml': `scenarios:\n  - name: Say hello\n    prompt: Greet Ada\n${fields}`,
  'tests/data/names.txt': 'Ada\n',
});

test('a scenario becomes a task with exact graders, a rubric and limits', () => {
  const { tasks, isRecognised, losses } = importedBy(
    DOTNET,
    scenario(`    setup:
      copy_test_files: true
      files: [{ path: in/note.txt, content: hi }, { path: copy.txt, source: data/names.txt }]
    assertions:
      - { type: output_contains, value: Ada }
      - { type: output_not_contains, value: "sk-" }
      - { type: output_matches, pattern: (Dear|Hello) }
      - { type: file_exists, path: out.txt }
      - { type: file_not_exists, path: tmp.txt }
      - { type: file_contains, path: out.txt, value: Ada }
    rubric: [It is friendly]
    max_turns: 8
    max_tokens: 9000
    timeout: 30
`),
  );
  const { task, workspace } = onlyTask(tasks);
  expect(isRecognised).toBe(true);
  expect(task).toMatchObject({
    id: 'say-hello',
    prompt: 'Greet Ada',
    limits: { maxSeconds: 30, maxRequests: 8, maxTokens: 9000 },
    graders: [
      { kind: 'answer', contains: ['Ada'], ignore: ['case', 'spaces'] },
      { kind: 'answer', lacks: ['sk-'] },
      { kind: 'group', atLeast: 1, graders: [{ contains: ['Dear'] }, { contains: ['Hello'] }] },
      { kind: 'file-content', path: 'out.txt', matches: '^' },
      { kind: 'file-content', path: 'tmp.txt', absent: true },
      { kind: 'text', path: 'out.txt', contains: ['Ada'], ignore: [] },
      { kind: 'rubric', criteria: ['It is friendly'] },
    ],
  });
  expect(textsOfFiles(workspace)).toEqual({
    'data/names.txt': 'Ada\n',
    'in/note.txt': 'hi',
    'copy.txt': 'Ada\n',
  });
  expect(losses).toEqual([
    ': incomplete: Nothing can be checked or run yet, because no skill comes with these tasks. Put it in skill/, or import with --skill SOURCE.',
  ]);
});

test('patterns of files are words of a list in a command, and nothing in them is run', () => {
  const { tasks } = importedBy(
    DOTNET,
    scenario(`    assertions:
      - { type: file_exists, path: "**/*-report*.md" }
      - { type: file_contains, path: "*.cs", value: "it's" }
      - { type: file_not_exists, path: "$(touch x)*;y" }
`),
  );
  expect(onlyTask(tasks).task.graders.map((one) => ('command' in one ? one.command : null))).toEqual([
    `shopt -s globstar nullglob dotglob; found=(./**'/'*'-report'*'.md'); test -n "$found"`,
    `shopt -s globstar nullglob dotglob; found=(./*'.cs'); grep -qsF -e 'it'\\''s' -- "\${found[@]}"`,
    `shopt -s globstar nullglob dotglob; found=(./'$(touch x)'*';y'); test -z "$found"`,
  ]);
});

test('what cannot be decided is a loss, and a scenario without anything else is left out', () => {
  const { tasks, losses } = importedBy(
    DOTNET,
    scenario(`    assertions:
      - { type: exit_success }
      - { type: output_contains }
      - { type: file_exists, path: ../../etc/passwd }
      - { type: telepathy, value: x }
    expect_tools: [bash]
    mood: good
`),
  );
  expect(tasks).toEqual([]);
  expect(losses).toEqual([
    'tests/eval.yaml:10:5 dropped: Nothing is known of the key "scenarios.0.mood".',
    'tests/eval.yaml:5:9 dropped: An agent that does not finish has failed anyway.',
    'tests/eval.yaml:6:9 dropped: It says nothing without a value.',
    'tests/eval.yaml:7:9 dropped: It says nothing without a path in the workspace.',
    'tests/eval.yaml:8:9 dropped: Nothing is known of the assertion "telepathy".',
    'tests/eval.yaml:9:19 dropped: Tools have other names for each agent. A transcript grader can name those of one.',
    'tests/eval.yaml:2:5 dropped: Nothing decides this scenario.',
    ': incomplete: Nothing can be checked or run yet, because no skill comes with these tasks. Put it in skill/, or import with --skill SOURCE.',
  ]);
});

test('files that lead out of the workspace, or out of what was imported, are left out', () => {
  const { tasks, losses } = importedBy(
    DOTNET,
    scenario(`    setup:
      files: [{ path: ../../x, content: a }, { path: /etc/x, content: a }, { path: y, source: ../../../etc/passwd }]
    rubric: [Fine]
`),
  );
  expect(onlyTask(tasks).workspace).toEqual([]);
  expect(losses.slice(0, 3)).toEqual([
    'tests/eval.yaml:5:15 dropped: This place is not in the workspace.',
    'tests/eval.yaml:5:46 dropped: This place is not in the workspace.',
    'tests/eval.yaml:5:76 incomplete: There is no file ../../../etc/passwd. Put it in workspace/.',
  ]);
});

test('the skill is measured without what describes its tasks', () => {
  const texts = scenario('    rubric: [Fine]\n');
  const skill = [textFile('SKILL.md', 'x'), textFile('tests/eval.yaml', texts['tests/eval.yaml'])];
  const imported = importedBy(DOTNET, texts, { skill });
  expect(imported.skill.map(({ path }) => path)).toEqual(['SKILL.md']);
  expect(imported.losses).toEqual([
    ': changed: The skill is measured without tests/eval.yaml, which describes or decides its tasks.',
  ]);
});

test.each([
  [
    'a wrong value',
    'scenarios:\n  - name: a\n    prompt: 3\n',
    'eval.yaml:3:13: "scenarios[0].prompt": expected text, found the number 3',
  ],
  ['no scenarios', 'scenarios: []\n', 'eval.yaml:1:12: "scenarios": expected a list that is not empty'],
  ['no YAML', 'scenarios:\n  - [\n', /^eval\.yaml:\d+:\d+: not valid YAML/],
  [
    'aliases that multiply',
    `scenarios: []\n${multiplyingAliases()}`,
    'eval.yaml: its aliases cannot be followed',
  ],
  ['nesting without end', `scenarios: ${'['.repeat(5000)}`, /^eval\.yaml:/],
])('%s is refused with its place', (_, text, message) => {
  expect(() => importedBy(DOTNET, { 'eval.yaml': text })).toThrow(message);
});

import { expect, test } from 'vitest';
import { readDraft } from '../../src/foreign/read-draft.ts';
import { filesOf } from './agent-skills/imported.ts';

function reading(format: string, path: string, text: string, isNamed = false): () => unknown {
  const files = filesOf({ [path]: text, 'instruction.md': 'Do it.' });
  const source = { files, entry: isNamed ? path : null, skill: null, skillName: null };
  return () => readDraft({ format, source, path: 'given' });
}

const BROKEN_YAML = 'tasks: [\nname: "x\n';
const GRADED = 'version: "1"\ntasks:\n  - name: a\n    instruction: b\n    graders: x\n';
const CONFIG = 'prompts: 5\nproviders: [a]\ntests: [{}]\n';

/** The format, the file, what is in it, and where and what the message says. */
const CASES: [string, string, string, RegExp][] = [
  ['auto', 'promptfooconfig.yaml', 'prompts: [\n', /^promptfooconfig\.yaml:\d+:\d+: /],
  [
    'auto',
    'promptfooconfig.yaml',
    'prompts: [a]\n',
    /^promptfooconfig\.yaml:1:1: "tests": missing, expected a list/,
  ],
  ['auto', 'benchmark_manifest.json', '{"cases": [', /^benchmark_manifest\.json:\d+:\d+: /],
  ['auto', 'task.md', 'Do it.\n', /^task\.md:1:1: expected YAML between two lines/],
  ['auto', 'task.toml', 'version = \n', /^task\.toml:1:\d+: /],
  ['auto', 'eval.yaml', BROKEN_YAML, /^eval\.yaml:\d+:\d+: /],
  [
    'auto',
    'eval.yaml',
    'tasks: hello\n',
    /^eval\.yaml:1:1: expected tasks as one of skillgrade, waza, dotnet/,
  ],
  ['auto', 'evals/evals.json', '{"evals": 3}', /^evals\/evals\.json:1:11: "evals": /],
  ['skillgrade', 'eval.yaml', BROKEN_YAML, /^eval\.yaml:\d+:\d+: /],
  ['skillgrade', 'eval.yaml', GRADED, /^eval\.yaml:5:14: "tasks\[0\]\.graders": expected a list, found "x"/],
  ['waza', 'eval.yaml', 'tasks: hello\n', /^eval\.yaml:1:8: "tasks": expected a list, found "hello"/],
  ['dotnet', 'eval.yaml', 'tasks: hello\n', /^eval\.yaml:1:1: "scenarios": missing/],
  [
    'skilltester',
    'benchmark_manifest.json',
    '{"cases": 3}',
    /^benchmark_manifest\.json:1:11: "cases": expected a list/,
  ],
  ['benchflow-cases', 'evals.json', '{"cases": 3}', /^evals\.json:1:11: "cases": expected a list/],
  [
    'promptfoo',
    'promptfooconfig.yaml',
    CONFIG,
    /^promptfooconfig\.yaml:1:10: "prompts": expected text or a list, found the number 5/,
  ],
];

test.each(CASES)('%s says where %s is wrong: %j', (format, path, text, message) => {
  expect(reading(format, path, text)).toThrow(message);
});

test.each(CASES.filter(([format]) => format === 'auto'))(
  '%s does so for %s itself',
  (format, path, text, message) => {
    expect(reading(format, path, text, true)).toThrow(message);
  },
);

test('a file that is called like no format is no such format', () => {
  expect(reading('auto', 'notes.yaml', 'a: [\n', true)).toThrow(/looks like no format that can be read/);
});

import { expect, test } from 'vitest';
import { Suite } from '../../../src/contracts/suite.ts';
import { Task } from '../../../src/contracts/task.ts';
import { DraftBudget } from '../../../src/foreign/drafting/draft-budget.ts';
import { textFile } from '../../../src/foreign/drafting/file-text.ts';
import type { Files, SuiteDraft } from '../../../src/foreign/foreign-format.ts';
import { HARBOR } from '../../../src/foreign/harbor/read-harbor.ts';
import { harborFiles } from '../../../src/foreign/harbor-export/harbor-files.ts';
import { textsOfFiles } from '../imported.ts';

function imported(files: Files): SuiteDraft {
  return HARBOR.read({ files, entry: null, skill: null, skillName: null }, new DraftBudget()).draft;
}

function exported({ suite, skill, environment, tasks }: SuiteDraft) {
  return harborFiles({
    ...{ suite: Suite.parse(suite), skill: { name: 'words', files: skill }, environment },
    judge: '// judges\n',
    tasks: tasks.map((one) => ({ environment: [], ...one, task: Task.parse(one.task) })),
  });
}

const TASK = {
  'task.toml': `schema_version = "1.1"
[task]
name = "acme/write-done"
description = "Writes a word"
[agent]
timeout_sec = 90.0
[verifier]
timeout_sec = 30.0
[verifier.env]
NAME = "it's"
[environment]
cpus = 2
memory_mb = 4096
network_mode = "allowlist"
allowed_hosts = ["a.example"]
[environment.env]
MODE = "fast"
`,
  'instruction.md': 'Write done to out.txt.\n',
  'environment/Dockerfile':
    'FROM ubuntu:24.04\nWORKDIR /app\nENV A=b\nRUN apt-get update && apt-get install -y poppler-utils\nCOPY in.txt .\n',
  'environment/in.txt': 'a\n',
  'environment/skills/words/SKILL.md': '---\nname: words\n---\n',
  'tests/test.sh': '#!/bin/bash\ngrep -q "$NAME" out.txt && echo 1 > /logs/verifier/reward.txt\n',
  'tests/data/expected.txt': "it's\n",
  'solution/solve.sh': 'echo done > out.txt\n',
};

test('a task of Harbor that was imported goes back, and is the same once it is imported again', () => {
  const files = Object.entries(TASK).map(([path, text]) => textFile(`write-done/${path}`, text));
  const once = imported(files);
  const { files: back, losses } = exported(once);
  expect(losses).toEqual([]);
  expect(back.find(({ path }) => path === 'write-done/tests/test.sh')?.content).toEqual(
    files.find(({ path }) => path === 'write-done/tests/test.sh')?.content,
  );
  const again = imported(back);
  const tasksOf = ({ tasks }: SuiteDraft) => tasks.map((one) => ({ ...one, task: Task.parse(one.task) }));
  expect(tasksOf(again)).toEqual(tasksOf(once));
  expect(again.skill).toEqual(once.skill);
  expect(again.suite.environment).toEqual(once.suite.environment);
  expect(textsOfFiles(again.environment)).toEqual(textsOfFiles(once.environment));
  expect(textsOfFiles(once.environment)['Dockerfile']).toContain('ln -s /workspace /app\nRUN rm -rf /tests');
});

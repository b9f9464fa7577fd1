import { expect, test } from 'vitest';
import { AGENT_SKILLS } from '../../../src/foreign/agent-skills/agent-skills.ts';
import { BENCHFLOW_CASES } from '../../../src/foreign/benchflow-cases/read-cases.ts';
import { DOTNET } from '../../../src/foreign/dotnet/read-dotnet.ts';
import type { ForeignFormat } from '../../../src/foreign/foreign-format.ts';
import { HARBOR } from '../../../src/foreign/harbor/read-harbor.ts';
import { SKILLGRADE } from '../../../src/foreign/skillgrade/read-skillgrade.ts';
import { TASK_MD_FORMAT } from '../../../src/foreign/task-md/read-task-md.ts';
import { WAZA } from '../../../src/foreign/waza/read-waza.ts';
import { importedBy } from '../imported.ts';

const TOML = 'version = "1.0"\n[agent]\ntimeout_sec = 9000\n';
const GRADED = `  - name: a
    instruction: Do it.
    graders:
      - type: deterministic
        run: 'true'
`;

const CASES: [string, ForeignFormat, Record<string, string>, string][] = [
  [
    'agent-skills',
    AGENT_SKILLS,
    { 'evals/evals.json': '{"evals": [{"prompt": "x", "expected_output": "y", "timeout_seconds": 9000}]}' },
    'evals/evals.json:evals[0]',
  ],
  [
    'harbor',
    HARBOR,
    { 'task.toml': TOML, 'instruction.md': 'x', 'tests/test.sh': 'true\n' },
    'task.toml:3:1',
  ],
  [
    'task-md',
    TASK_MD_FORMAT,
    { 'task.md': '---\nagent: { timeout_sec: 9000 }\n---\nx\n', 'verifier/test.sh': 'true\n' },
    'task.md:2:10',
  ],
  [
    'benchflow-cases',
    BENCHFLOW_CASES,
    {
      'evals.json': '{"defaults": {"timeout_sec": 9000},\n"cases": [{"question": "x", "ground_truth": "y"}]}',
    },
    'evals.json:1:30',
  ],
  ['skillgrade', SKILLGRADE, { 'eval.yaml': `tasks:\n${GRADED}    timeout: 9000\n` }, 'eval.yaml:7:14'],
  [
    'skillgrade, for all tasks',
    SKILLGRADE,
    { 'eval.yaml': `defaults: { timeout: 9000 }\ntasks:\n${GRADED}` },
    'eval.yaml:1:22',
  ],
  [
    'waza',
    WAZA,
    {
      'eval.yaml':
        'name: e\nskill: e\ntasks: [a.yaml]\ngraders: [{ type: text, name: n, config: { contains: [a] } }]\n',
      'a.yaml': 'id: a\ninputs: { prompt: x }\nexpected: { output_contains: [a] }\ntimeout_seconds: 9000\n',
    },
    'a.yaml:4:18',
  ],
  [
    'dotnet',
    DOTNET,
    { 'eval.yaml': 'scenarios:\n  - { name: a, prompt: x, rubric: [Good], timeout: 9000 }\n' },
    'eval.yaml:2:52',
  ],
];

test.each(CASES)('a time limit of %s that is cut is listed', (_, format, texts, place) => {
  const { losses, tasks } = importedBy(format, texts);
  expect(losses).toContain(`${place} changed: Agents have 7200 seconds at most.`);
  expect(tasks.map(({ task }) => task.limits?.maxSeconds)).toEqual([7200]);
});

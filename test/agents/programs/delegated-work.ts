import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ScriptedTurn } from '../../../src/contracts/script.ts';
import type { ModelRequest } from '../../../src/traffic/wire.ts';

const FILES = {
  'suite.yaml':
    'id: delegated\ntitle: Delegated\ndescription: A skill that runs in a conversation of its own.\n',
  'skill/SKILL.md': `---
name: daily-word
description: Knows the word of the day. Use it whenever the word of the day is asked for.
context: fork
---
# The word of the day

The word of the day is marmalade, as every child in the county of Perth has known for more than two hundred years.
Write nothing else into the file than this word, and end it with a line break.
`,
  'write-word/task.yaml': `id: write-word
level: common
objective: The word is in the file.
prompt: Write the word of the day into word.txt, please.
expected: word.txt has the word.
graders:
  - { kind: text, title: The word is right, path: word.txt, equals: marmalade }
  - { kind: answer, title: The answer says so, contains: [All of it is done.] }
`,
  'write-word/solution/solve.sh': 'echo marmalade >word.txt\n',
  'write-word/solution/answer.txt': 'All of it is done.\n',
};

/** The requests of the work itself, as the limit of the task has it. */
export const REQUESTS_OF_WORK = 4;

/** A suite whose skill says that it runs in a conversation of its own; returns its folder. */
export function delegatedSuite(folder: string): string {
  const suite = join(folder, 'delegated');
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(suite, path)), { recursive: true });
    writeFileSync(join(suite, path), content);
  }
  return suite;
}

const SUMMARY =
  'The word of the day was written into word.txt by the skill, and nothing is left to do but to say so.';

/** More than the context of any model has left. */
const NEARLY_FULL = 990_000;

/**
 * The model of Claude Code, which works itself, has the skill work in a conversation of its own, and then reports so many tokens
 * that its conversation is summarized before it ends the work.
 */
export function answersOfClaudeCode({ passages }: ModelRequest): ScriptedTurn {
  const told = passages.flatMap(({ by, text }) => (by === 'user' ? [text] : []));
  const calls = passages.filter((passage) => passage.by === 'model' && passage.call !== null).length;
  const bash = (command: string) => [{ tool: 'Bash', input: { command, description: 'Runs it' } }];
  if (told.at(-1)?.startsWith('CRITICAL: Respond with TEXT ONLY') === true)
    return turn({ say: `<summary>${SUMMARY}</summary>` });
  if (told.some((text) => text.includes(SUMMARY))) return turn({ say: 'All of it is done.' });
  if (told.some((text) => text.startsWith('Base directory for this skill')))
    return turn(calls === 0 ? { call: bash('echo marmalade >word.txt') } : { say: 'It is written.' });
  if (calls === 0) return turn({ call: bash('ls') });
  if (calls === 1) return turn({ call: [{ tool: 'Skill', input: { skill: 'daily-word' } }] });
  return turn({ call: bash('cat word.txt'), usage: { inputTokens: NEARLY_FULL } });
}

function turn(said: object): ScriptedTurn {
  return ScriptedTurn.parse(said);
}

import { expect, test } from 'vitest';
import { draftInThread } from '../../src/app/draft-in-thread.ts';
import type { DraftTask } from '../../src/foreign/read-draft.ts';
import { filesOf } from '../foreign/agent-skills/imported.ts';

function taskOf(evals: string): DraftTask {
  const files = filesOf({
    'SKILL.md': '---\nname: tables\n---\n',
    'evals/evals.json': evals,
    'd/a.csv': 'a,b',
  });
  return {
    ...{ format: 'auto', path: 'given' },
    source: { files, entry: null, skill: files, skillName: 'tables' },
  };
}

const EVALS = '[{ "prompt": "Add it.", "expected_output": "3", "files": ["d/a.csv"] }]';

test('a thread makes the draft, with the files of the source', async () => {
  const { draft, from } = await draftInThread(taskOf(EVALS));
  expect(from).toBe('agent-skills');
  expect(draft.skill.map(({ path }) => path)).toEqual(['SKILL.md', 'evals/evals.json', 'd/a.csv']);
  const [file] = draft.tasks[0]?.workspace ?? [];
  expect([file?.path, new TextDecoder().decode(file?.content)]).toEqual(['a.csv', 'a,b']);
});

test('what is wrong with a file is said as without a thread', async () => {
  await expect(draftInThread(taskOf('[{]'))).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    message: expect.stringMatching(/^evals\/evals\.json:1:\d+: not valid JSON/),
  });
});

test('an interrupt ends the reading, however long it would take', async () => {
  const controller = new AbortController();
  const reading = draftInThread(taskOf(EVALS), controller.signal);
  setImmediate(() => controller.abort());
  await expect(reading).rejects.toMatchObject({
    code: 'INTERRUPTED',
    message: 'Interrupted while reading tasks.',
  });
});

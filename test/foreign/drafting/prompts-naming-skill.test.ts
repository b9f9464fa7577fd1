import { expect, test } from 'vitest';
import { promptsNamingSkill } from '../../../src/foreign/drafting/prompts-naming-skill.ts';
import type { TaskDraft } from '../../../src/foreign/foreign-format.ts';

function taskOf(id: string, prompt: string, turns: string[] = []): TaskDraft {
  return {
    task: {
      ...{ id, level: 'common', objective: id, prompt, expected: id },
      ...(turns.length === 0 ? {} : { turns: turns.map((say) => ({ say })) }),
      graders: [{ kind: 'text', title: id, path: 'a', contains: ['a'] }],
    },
    ...{ workspace: [], grade: [], solution: [], script: null },
  };
}

test('tasks whose prompts or turns name the skill are listed, whatever format they come from', () => {
  const tasks = [
    taskOf('one', 'Use the tables skill to sort it.'),
    taskOf('two', 'Sort the tables.'),
    taskOf('three', 'Sort it.', ['With the skill "tables", please.']),
  ];
  const suite = { id: 'a', title: 'A', description: 'A' };
  const losses = promptsNamingSkill({ suite, skill: [], environment: [], tasks }, 'tables');
  expect(losses.map(({ place, effect }) => [place, effect])).toEqual([
    ['one', 'incomplete'],
    ['three', 'incomplete'],
  ]);
  expect(promptsNamingSkill({ suite, skill: [], environment: [], tasks }, '')).toEqual([]);
});

import { expect, test } from 'vitest';
import { AgentPrints } from '../../src/runner/agent-prints.ts';

test('what several starts print is kept in their order', () => {
  const prints = new AgentPrints();
  for (const text of ['one', 'two']) prints.begin()({ text, isWhole: true });
  expect([prints.texts, prints.starts, prints.areWhole]).toEqual([['one', 'two'], 2, true]);
});

test('a start that was ended from outside, or printed too much, leaves it incomplete', () => {
  const ended = new AgentPrints();
  ended.begin()({ text: 'one', isWhole: true });
  ended.begin();
  expect([ended.texts, ended.starts, ended.areWhole]).toEqual([['one'], 2, false]);
  const cut = new AgentPrints();
  cut.begin()({ text: 'one', isWhole: false });
  expect([cut.texts, cut.areWhole]).toEqual([['one'], false]);
});

test('all starts together have limited room', () => {
  const prints = new AgentPrints();
  for (let start = 0; start < 3; start += 1)
    prints.begin()({ text: 'x'.repeat(8 * 1024 ** 2), isWhole: true });
  expect(prints.texts.map(({ length }) => length)).toEqual([8 * 1024 ** 2, 8 * 1024 ** 2, 0]);
  expect(prints.areWhole).toBe(false);
});

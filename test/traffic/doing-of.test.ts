import { expect, test } from 'vitest';
import { doingOf } from '../../src/traffic/doing-of.ts';

const call = (tool: string, input: Record<string, unknown>) => ({ id: '1', tool, input });

test.each([
  [
    'a command',
    [call('bash', { timeout: 5, description: 'Tidies.', command: 'python tidy.py' })],
    'bash: python tidy.py',
  ],
  ['a command in words', [call('shell', { command: ['bash', '-lc', 'ls'] })], 'shell: bash -lc ls'],
  ['a path', [call('write_file', { content: 'x', path: 'out.csv' })], 'write_file: out.csv'],
  ['a skill', [call('skill', { name: 'csv-tidy' })], 'skill: csv-tidy'],
  ['any other text', [call('grep', { pattern: 'TODO' })], 'grep: TODO'],
  ['nothing that can be shown', [call('wait', { seconds: 5 })], 'wait'],
  ['several calls', [call('bash', { command: 'ls' }), call('bash', { command: 'pwd' })], 'bash: pwd'],
])('an agent that calls %s is shown with it', (_what, toolCalls, expected) => {
  expect(doingOf({ toolCalls, text: 'I look.' })).toBe(expected);
});

test('an agent that calls nothing is shown with what it says, if it says anything', () => {
  expect(doingOf({ toolCalls: [], text: '\n All is tidy.\n' })).toBe('says: All is tidy.');
  expect(doingOf({ toolCalls: [], text: ' ' })).toBeNull();
});

test('what is shown is short, whatever an agent calls', () => {
  const long = 'x'.repeat(1_000_000);
  const words = Array.from({ length: 100_000 }, () => long);
  for (const input of [{ command: long }, { command: words }, { [long]: long }])
    expect(doingOf({ toolCalls: [call(long, input)], text: '' })?.length).toBeLessThanOrEqual(300);
});

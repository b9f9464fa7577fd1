import { expect, test } from 'vitest';
import { combinationsOf, nameOfCombination, requireOwnProvider } from '../../src/app/combinations.ts';

const named = (agents?: string[], models?: string[]) =>
  combinationsOf({ agents, models }).map(nameOfCombination);

test('every agent is run with every model, in the order of the command line', () => {
  expect(named(['codex', 'opencode'], ['a', 'b'])).toEqual([
    'codex with a',
    'codex with b',
    'opencode with a',
    'opencode with b',
  ]);
});

test('an agent with a model of its own is run with that one alone', () => {
  expect(named(['codex@1.2.3:gpt-x', 'api-chat:qwen3:8b', 'gemini'], ['a'])).toEqual([
    'codex@1.2.3 with gpt-x',
    'api-chat with qwen3:8b',
    'gemini with a',
  ]);
});

test('a command line is one more agent, with a model of its own where it is named', () => {
  const withCommand = (agents?: string[], models?: string[]) =>
    combinationsOf({ agents, models, hasCommand: true }).map(nameOfCombination);
  expect(withCommand()).toEqual(['command with scripted']);
  expect(withCommand(['codex', 'gemini:x'], ['a'])).toEqual([
    'codex with a',
    'gemini with x',
    'command with a',
  ]);
  expect(withCommand(['command:b', 'codex'], ['a'])).toEqual(['command with b', 'codex with a']);
  expect(() => withCommand(['codex:a', 'command:b'], ['c'])).toThrow(/no agent is left for --model c/);
});

test('without any option there is one, answered by a script', () => {
  expect(named()).toEqual(['api-anthropic with scripted']);
  expect(named(['codex'])).toEqual(['codex with scripted']);
});

test.each([
  [['codex', 'codex'], undefined, /^codex with scripted is named twice/],
  [['codex:a', 'codex'], ['a'], /^codex with a is named twice/],
  [['codex:a'], ['b'], /no agent is left for --model b/],
  [['codex:'], undefined, /--agent takes ID or ID:MODEL, not "codex:"/],
  [[':a'], undefined, /--agent takes ID or ID:MODEL, not ":a"/],
])('--agent %j with --model %j is refused', (agents, models, message) => {
  expect(() => combinationsOf({ agents, models })).toThrow(message);
});

test.each([
  ['codex@1.2.3', 'claude-x', /^codex@1\.2\.3 speaks to openai, .* a model of anthropic/],
  ['claude-code', 'gpt-5', /^claude-code speaks to anthropic, .* a model of openai/],
  ['api-gemini', 'o3', /^api-gemini speaks to gemini, .* a model of openai/],
])('%s does not meet %s unless they are named together', (agent, model, message) => {
  expect(() => requireOwnProvider({ agent, model, isPaired: false })).toThrow(message);
  expect(() => requireOwnProvider({ agent, model, isPaired: true })).not.toThrow();
});

test.each([
  ['codex', 'gpt-5'],
  ['api-chat', 'qwen3:8b'],
  ['command', 'claude-x'],
  ['gemini', 'gemini-x'],
])('%s meets %s', (agent, model) => {
  expect(() => requireOwnProvider({ agent, model, isPaired: false })).not.toThrow();
});

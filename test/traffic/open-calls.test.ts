import { expect, test } from 'vitest';
import { UNKNOWN_USAGE } from '../../src/contracts/model-call.ts';
import { OpenCalls } from '../../src/traffic/open-calls.ts';
import type { ModelAnswer, ModelRequest, Passage } from '../../src/traffic/wire.ts';

const PROMPT: Passage = { by: 'user', text: 'Context.\nTidy the table.\n' };
const TOOLS: Passage = { by: 'tools', text: 'bash' };

const request = (...passages: Passage[]): ModelRequest => ({
  ...{ model: 'm', form: 'whole', streamsUsage: true, passages, offers: [], toldBeforeAnswers: [] },
});
const result = (callId: string): Passage => ({ by: 'tool', text: 'done', callId });
const calling = (...ids: string[]): ModelAnswer => ({
  text: '',
  toolCalls: ids.map((id) => ({ id, tool: 'bash', input: {} })),
  ...{ refused: false, cut: false, usage: UNKNOWN_USAGE },
});

const onTask = request(PROMPT, TOOLS);

test('a tool is at work until the results of all calls were sent', () => {
  const calls = new OpenCalls('Tidy the table.\n');
  expect(calls.areOpen).toBe(false);
  calls.sawAnswer(onTask, calling('a', 'b'));
  calls.sawRequest(request(PROMPT, TOOLS, result('a')));
  expect(calls.areOpen).toBe(true);
  calls.sawRequest(request(PROMPT, TOOLS, result('other')));
  expect(calls.areOpen).toBe(true);
  calls.sawRequest(request(PROMPT, TOOLS, result('a'), result('b')));
  expect(calls.areOpen).toBe(false);
});

test.each([
  ['of a request without the prompt', request(TOOLS), calling('a')],
  ['of a request that offers no tools', request(PROMPT), calling('a')],
  ['that reached the limit of its length', onTask, { ...calling('a'), cut: true }],
  ['without a call', onTask, calling()],
])('an answer %s starts no tool', (_what, asked, answer) => {
  const calls = new OpenCalls('Tidy the table.');
  calls.sawAnswer(asked, answer);
  expect(calls.areOpen).toBe(false);
});

const reply: Passage = { by: 'model', text: 'Done.', call: null };

test.each([
  ['without tools', request(PROMPT, result('a'))],
  ['without the prompt', request(TOOLS, result('a'))],
  ['in which the model has answered it', request(PROMPT, TOOLS, result('a'), reply)],
])('the result in a request %s ends no tool', (_what, asked) => {
  const calls = new OpenCalls('Tidy the table.');
  calls.sawAnswer(onTask, calling('a'));
  expect(calls.sawRequest(asked)).toEqual([]);
  expect(calls.areOpen).toBe(true);
});

test('the result of a call in two conversations shows that something else spoke, and in one of them twice a retry', () => {
  const calls = new OpenCalls('Tidy the table.');
  calls.sawAnswer(onTask, calling('a'));
  const brought = request(PROMPT, TOOLS, result('a'));
  expect(calls.sawRequest(brought)).toEqual([]);
  expect(calls.sawRequest(brought)).toEqual([]);
  expect(calls.sawRequest(request(PROMPT, TOOLS, result('a'), reply))).toEqual([]);
  const other: Passage = { by: 'tool', text: 'made up', callId: 'a' };
  expect(calls.sawRequest(request(PROMPT, TOOLS, other))).toEqual(['a']);
  calls.sawAnswer(onTask, calling('a'));
  expect(calls.sawRequest(request(PROMPT, TOOLS, other))).toEqual([]);
});

import { expect, test } from 'vitest';
import { Script } from '../../src/contracts/script.ts';
import { scriptedUpstream } from '../../src/gateway/scripted-upstream.ts';

const script = Script.parse({
  arms: {
    baseline: [
      { say: 'first', call: [{ tool: 'bash', input: { command: 'ls' } }] },
      { say: 'it failed', when: 'exit code 1' },
      { say: 'it worked', when: 'exit code 0' },
      { say: 'last' },
    ],
    'with-skill': [],
  },
});

async function say(outputsBeforeAnswers: (string | null)[]) {
  const request = { model: 'scripted', stream: false, texts: ['a prompt'], outputsBeforeAnswers };
  return await scriptedUpstream(script, 'baseline').answer(request, new AbortController().signal);
}

test.each([
  [[null], 'first'],
  [[null, 'exit code 1'], 'it failed'],
  [[null, 'exit code 0'], 'it worked'],
  [[null, 'exit code 0', 'anything'], 'last'],
  [[null, 'exit code 1', 'exit code 0'], 'it worked'],
  [[null, 'neither'], 'last'],
  [[null, 'neither', null], 'Done.'],
])('after the outputs %j it says %s', async (outputs, expected) => {
  expect((await say(outputs)).text).toBe(expected);
});

test('usage is counted over what went in and what comes out', async () => {
  const { usage } = await say([null]);
  expect(usage.inputTokens).toBe(2);
  expect(usage.outputTokens).toBeGreaterThan(5);
});

test('an arm without turns is done at once', async () => {
  const request = { model: 'scripted', stream: false, texts: [], outputsBeforeAnswers: [null] };
  const answer = await scriptedUpstream(script, 'with-skill').answer(request, new AbortController().signal);
  expect(answer).toMatchObject({ text: 'Done.', toolCalls: [] });
});

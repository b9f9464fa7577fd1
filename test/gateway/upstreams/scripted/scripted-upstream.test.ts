import { expect, test } from 'vitest';
import type { Arm } from '../../../../src/contracts/identifiers.ts';
import { Script } from '../../../../src/contracts/script.ts';
import { Waiting } from '../../../../src/gateway/clock/waiting.ts';
import { scriptedUpstream } from '../../../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { anthropicMessages } from '../../../../src/traffic/wires/anthropic-messages.ts';

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

async function ask(texts: string[], outputsBeforeAnswers: (string | null)[], arm: Arm = 'baseline') {
  const request = {
    model: 'scripted',
    form: 'whole' as const,
    streamsUsage: true,
    passages: texts.map((text) => ({ by: 'user' as const, text })),
    outputsBeforeAnswers,
  };
  const response = await scriptedUpstream(script, arm).send(
    {
      wire: anthropicMessages,
      route: { method: 'POST', path: '/v1/messages', purpose: 'answer' },
      url: new URL('http://gateway.invalid/v1/messages'),
      headers: new Headers(),
      body: new Uint8Array(),
      request,
      isOwnModel: true,
      index: 0,
      waiting: new Waiting(() => 0),
      replays: () => undefined,
    },
    new AbortController().signal,
  );
  return anthropicMessages.readAnswer(await response.json());
}

const say = (outputsBeforeAnswers: (string | null)[]) => ask(['a prompt'], outputsBeforeAnswers);

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
  expect(await ask([], [null], 'with-skill')).toMatchObject({ text: 'Done.', toolCalls: [] });
});

test('a text that looks like a control token of the tokenizer is counted as text', async () => {
  expect((await ask(['<|endoftext|>'], [null])).usage.inputTokens).toBeGreaterThan(1);
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Arm } from '../../../../src/contracts/identifiers.ts';
import { Script } from '../../../../src/contracts/script.ts';
import { Waiting } from '../../../../src/gateway/clock/waiting.ts';
import { scriptedUpstream } from '../../../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { UpstreamCall } from '../../../../src/gateway/upstreams/upstream.ts';
import { anthropicMessages } from '../../../../src/traffic/wires/anthropic-messages.ts';

const NEVER = new AbortController().signal;

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

type Asked = { texts: string[]; outputs?: (string | null)[]; purpose?: 'answer' | 'count' };

function callFor({ texts, outputs = [null], purpose = 'answer' }: Asked): UpstreamCall {
  const request = {
    model: 'scripted',
    form: 'whole' as const,
    streamsUsage: true,
    passages: texts.map((text) => ({ by: 'user' as const, text })),
    offers: [],
    toldBeforeAnswers: outputs,
  };
  return {
    wire: anthropicMessages,
    route: { method: 'POST', path: '/v1/messages', purpose },
    url: new URL('http://gateway.invalid/v1/messages'),
    headers: new Headers(),
    body: new Uint8Array(),
    request,
    askedBy: null,
    tellsOfProvider: true,
    trial: {},
    index: 0,
    waiting: new Waiting(() => 0),
    replays: () => undefined,
  };
}

async function ask(texts: string[], outputs: (string | null)[], arm: Arm = 'baseline') {
  const response = await scriptedUpstream(script, arm).send(callFor({ texts, outputs }), NEVER);
  return anthropicMessages.readAnswer(await response.json());
}

const say = (toldBeforeAnswers: (string | null)[]) => ask(['a prompt'], toldBeforeAnswers);

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

test.each([
  ['Fetch the parts.', [null], 'parts'],
  ['Fetch the parts.', [null, 'x'], 'the end of parts'],
  ['Fetch the parts.', [null, 'x', null], 'Done.'],
  ['Which key was it?', [null], 'a key'],
  ['Which key was it?', [null, 'x'], 'the end of keys'],
  ['And who?', [null], 'nobody'],
])(
  'a conversation that begins with "%s" has turns of its own: after %j it says %s',
  async (prompt, outputs, expected) => {
    const said = Script.parse({
      arms: {
        baseline: [],
        'with-skill': [
          { say: 'parts' },
          { say: 'the end of parts' },
          { say: 'a key', opens: 'Which key' },
          { say: 'the end of keys' },
          { say: 'nobody', opens: '^And' },
        ],
      },
    });
    const call = callFor({ texts: [prompt], outputs });
    const response = await scriptedUpstream(said, 'with-skill').send(call, NEVER);
    expect(anthropicMessages.readAnswer(await response.json()).text).toBe(expected);
  },
);

test('usage is counted over input and output', async () => {
  const { usage } = await say([null]);
  expect(usage.inputTokens).toBe(2);
  expect(usage.outputTokens).toBeGreaterThan(5);
});

test('a question for the count of tokens gets what the answer would report', async () => {
  const said = Script.parse({
    arms: { baseline: [{ say: 'Hello.', usage: { inputTokens: 190_000 } }], 'with-skill': [] },
  });
  const call = callFor({ texts: ['a prompt'], purpose: 'count' });
  const response = await scriptedUpstream(said, 'baseline').send(call, NEVER);
  expect(await response.json()).toEqual({ input_tokens: 190_000 });
});

test('an arm without turns is done at once', async () => {
  expect(await ask([], [null], 'with-skill')).toMatchObject({ text: 'Done.', toolCalls: [] });
});

test('a check of the conversation, which wants JSON and offers no tools, gets an empty object and no turn', async () => {
  const call = callFor({ texts: ['a prompt'] });
  const request = call.request && { ...call.request, wantsJson: true as const };
  const upstream = scriptedUpstream(script, 'baseline');
  const answer = async (asked: UpstreamCall) =>
    anthropicMessages.readAnswer(await (await upstream.send(asked, NEVER)).json());
  expect(await answer({ ...call, request })).toMatchObject({ text: '{}', toolCalls: [] });
  expect(await answer(call)).toMatchObject({ text: 'first' });
});

test('text that looks like a control token is counted as text', async () => {
  expect((await ask(['<|endoftext|>'], [null])).usage.inputTokens).toBeGreaterThan(1);
});

/** The turns that everybody else gets until something is done. */
async function turnsDuring(doing: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const done = doing.finally(() => {
    isDone = true;
  });
  for (; !isDone; turns++) await nextTurn();
  await done;
  return turns;
}

const LONG = '\u6f22\u5b57'.repeat(15_000);

test('other work gets its turn while a long text is counted', async () => {
  const upstream = scriptedUpstream(script, 'baseline');
  const call = callFor({ texts: [LONG], purpose: 'count' });
  expect(await turnsDuring(upstream.send(call, NEVER))).toBeGreaterThan(20);
});

test('a text that was counted is not counted again, however often it is sent', async () => {
  const upstream = scriptedUpstream(script, 'baseline');
  const count = (...texts: string[]) =>
    turnsDuring(upstream.send(callFor({ texts, purpose: 'count' }), NEVER));
  const first = await count(LONG);
  expect(first).toBeGreaterThan(20);
  expect(await count(LONG, 'more', LONG)).toBeLessThan(5);
  const together = await turnsDuring(
    Promise.all(
      [1, 2, 3].map(() => upstream.send(callFor({ texts: [`${LONG}.`], purpose: 'count' }), NEVER)),
    ),
  );
  expect(together).toBeLessThan(first + 5);
});

test('counting stops when the client of a request leaves', async () => {
  const upstream = scriptedUpstream(script, 'baseline');
  const left = new AbortController();
  const call = callFor({ texts: [LONG], purpose: 'count' });
  const counting = upstream.send(call, left.signal);
  left.abort();
  await expect(counting).rejects.toMatchObject({ name: 'AbortError' });
  expect(await turnsDuring(upstream.send(call, NEVER))).toBeGreaterThan(20);
});

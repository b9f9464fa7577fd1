import { expect, test } from 'vitest';
import { UNKNOWN_USAGE } from '../../src/contracts/model-call.ts';
import { WireExchange } from '../../src/contracts/wire-log.ts';
import { readTrial } from '../../src/traffic/read-trial.ts';

const SKILL = {
  ...{ name: 'greeter', description: 'Writes greetings.', body: 'Write the word of the day.' },
  ...{ root: '/skills/greeter', prompt: 'Greet.' },
};

function body(content: object | string) {
  return { text: typeof content === 'string' ? content : JSON.stringify(content), leftOutBytes: 0 };
}

const said = (content: string) => ({
  choices: [{ message: { role: 'assistant', content } }],
  usage: { prompt_tokens: 7, completion_tokens: 2 },
});

function exchange(changed: Partial<WireExchange> = {}): WireExchange {
  return {
    ...{ wire: 'openai-chat', method: 'POST', purpose: 'answer', path: '/v1/chat/completions' },
    ...{ startMs: 0, latencyMs: 10, waitedMs: 0, status: 200, isComplete: true, isLeft: false },
    request: body({ model: 'm', messages: [{ role: 'user', content: 'Greet.' }] }),
    answer: body(said('Hello.')),
    ...changed,
  };
}

test('exchanges are read in the order in which they started', () => {
  const later = exchange({ startMs: 50, answer: body(said('Later.')) });
  const { transcript } = readTrial([later, exchange()], SKILL);
  const texts = transcript.events.flatMap((event) => (event.kind === 'assistant' ? [event.text] : []));
  expect(texts).toEqual(['Hello.', 'Later.']);
});

test.each([
  ['an answer has the usage that it reports', {}, { inputTokens: 7, outputTokens: 2 }],
  [
    'an answer without a report has an unknown usage',
    { answer: body({ ...said('Hello.'), usage: {} }) },
    UNKNOWN_USAGE,
  ],
  ['an error has none', { status: 500, answer: body({ error: { message: 'broken' } }) }, null],
  [
    'a request that its client left has an unknown usage',
    { status: null, isComplete: false, isLeft: true, answer: body('') },
    UNKNOWN_USAGE,
  ],
  [
    'a request that failed before an answer has none',
    { status: null, isComplete: false, answer: body('') },
    null,
  ],
])('%s', (_, changed, usage) => {
  const { modelCalls } = readTrial([exchange(changed)], SKILL);
  expect(modelCalls).toHaveLength(1);
  const [call] = modelCalls ?? [];
  expect(call).toMatchObject({ wire: 'openai-chat', model: 'm', latencyMs: 10 });
  if (usage === null) expect(call?.usage).toBeNull();
  else expect(call?.usage).toMatchObject(usage);
});

test('a count of tokens is no request for an answer', () => {
  expect(readTrial([exchange({ purpose: 'count' })], SKILL).modelCalls).toEqual([]);
});

test.each([
  ['a log that does not say whether clients left', { isLeft: null }, true],
  ['a log from which bytes were left out', { answer: { ...body(said('Hello.')), leftOutBytes: 1 } }, false],
])('%s does not tell the model calls', (_, changed, isWhole) => {
  expect(readTrial([exchange(changed)], SKILL)).toMatchObject({ modelCalls: null, isWhole });
});

test('an exchange of an earlier version is read without the fields that it lacks', () => {
  const { isLeft: _, purpose: __, ...earlier } = exchange();
  expect(WireExchange.parse(earlier)).toMatchObject({ isLeft: null, purpose: 'answer' });
});

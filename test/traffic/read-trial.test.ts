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

const numbered = Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`k${index}`, 0]));

/** A request whose history holds a call, and the result of that call. */
function withCall(input: object, result: string) {
  const call = { id: '1', type: 'function', function: { name: 'bash', arguments: JSON.stringify(input) } };
  const messages = [
    { role: 'user', content: 'Greet.' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: '1', content: result },
  ];
  return exchange({ request: body({ model: 'm', messages }) });
}

function searchable({ written }: ReturnType<typeof readTrial>): string {
  return written.map(({ bytes }) => Buffer.from(bytes).toString()).join('\n');
}

test('what the transcript leaves out of an input is still searched', () => {
  const read = readTrial([withCall({ env: { ...numbered, SECRET: 'ak-9f86d081' } }, 'ok')], SKILL);
  expect(JSON.stringify(read.transcript)).toContain('[left out]');
  expect(JSON.stringify(read.transcript).length).toBeLessThan(100_000);
  expect(searchable(read)).toContain('SECRET\nak-9f86d081');
});

test('a use of the skill is seen in an input of which the transcript leaves out most', () => {
  const skill = {
    ...SKILL,
    body: 'Call the bundled program with the path of the table and read its summary.',
  };
  const call = withCall(
    { env: numbered, list: [numbered, { command: 'cat /skills/greeter/SKILL.md' }] },
    skill.body,
  );
  expect(readTrial([call], skill).sightings).toMatchObject([{ kind: 'file-touched' }]);
});

test('calls that differ only in what is left out are events of their own', () => {
  const calls = ['a', 'b'].map((last) => withCall({ env: { ...numbered, last } }, 'ok'));
  const { transcript } = readTrial(calls, SKILL);
  expect(transcript.events.filter(({ kind }) => kind === 'tool-call')).toHaveLength(2);
});

test('any number of large inputs leaves a transcript of limited size', () => {
  const calls = Array.from({ length: 20 }, (_, n) => withCall({ n, env: numbered }, 'ok'));
  const read = readTrial(calls, SKILL);
  expect(read.transcript.events.filter(({ kind }) => kind === 'tool-call')).toHaveLength(20);
  expect(JSON.stringify(read.transcript).length).toBeLessThan(600_000);
});

test('the search for answers that a request repeats has a limit, after which none is recognised', () => {
  const answer = (content: string) => ({ role: 'assistant', content });
  const asking = (startMs: number, texts: readonly string[]) =>
    exchange({ startMs, request: body({ model: 'm', messages: texts.map(answer) }) });
  const madeUp = Array.from({ length: 140 }, (_, index) => `made up ${index}`);
  const { transcript } = readTrial(
    [
      exchange({ answer: body(said(`One two. ${'x'.repeat(16 * 1024 ** 2)}`)) }),
      asking(1, ['One', ...madeUp]),
      asking(2, ['two.']),
    ],
    SKILL,
  );
  const texts = transcript.events.flatMap((event) => (event.kind === 'assistant' ? [event.text] : []));
  expect(texts).toContain('made up 139');
  expect(texts).not.toContain('One');
  expect(texts).toContain('two.');
});

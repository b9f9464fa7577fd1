import { afterEach, expect, test, vi } from 'vitest';
import { openGeminiConversation } from '../../../src/agents/api/gemini-conversation.ts';

const { signal } = new AbortController();

afterEach(() => vi.unstubAllEnvs());

/** Gemini, as it answers most of the time: its calls have no ids. */
function conversationWith(answers: object[][]) {
  const asked: unknown[] = [];
  const rest = [...answers];
  const fetch = async (request: Request) => {
    const { url, headers } = request;
    asked.push({ url, key: headers.get('x-goog-api-key'), ...Object(await request.json()) });
    const content = { role: 'model', parts: rest.shift() ?? [] };
    return Response.json({ candidates: [{ content, finishReason: 'STOP' }] });
  };
  const options = { model: 'gemini-x', system: 'Work.', tools: [], token: 'token', fetch };
  return { asked, conversation: openGeminiConversation(options) };
}

test('calls without ids get their results in order, with the names of their tools', async () => {
  const call = (name: string) => ({ functionCall: { name, args: {} } });
  const { asked, conversation } = conversationWith([[call('bash'), call('bash')], [call('skill')]]);
  const first = await conversation.say('Greet.', signal);
  if (first.kind !== 'turn') return expect.unreachable();
  expect(first.toolCalls.map(({ id }) => id)).toEqual(['call 0', 'call 1']);
  const results = first.toolCalls.map(({ id }, index) => ({ id, output: `${index}`, isError: index === 1 }));
  expect(await conversation.giveResults(results, signal)).toMatchObject({ toolCalls: [{ id: 'call 2' }] });
  const parts = [
    { functionResponse: { name: 'bash', response: { output: '0' } } },
    { functionResponse: { name: 'bash', response: { error: '1' } } },
  ];
  expect(asked[1]).toMatchObject({ contents: [{}, {}, { role: 'user', parts }] });
});

test('the environment decides neither the address nor the key', async () => {
  for (const name of ['GEMINI_API_KEY', 'GOOGLE_API_KEY']) vi.stubEnv(name, 'key-of-the-environment');
  vi.stubEnv('GOOGLE_GEMINI_BASE_URL', 'http://elsewhere.invalid');
  vi.stubEnv('GOOGLE_GENAI_USE_VERTEXAI', 'true');
  const { asked, conversation } = conversationWith([[{ text: 'Hello.' }]]);
  expect(await conversation.say('Greet.', signal)).toMatchObject({ text: 'Hello.' });
  expect(asked[0]).toMatchObject({
    url: 'http://gateway.invalid/v1/models/gemini-x:generateContent',
    key: 'token',
  });
});

import Anthropic from '@anthropic-ai/sdk';
import { ApiError, GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { Script } from '../../src/contracts/script.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';

const upstream = scriptedUpstream(
  Script.parse({ arms: { baseline: [{ say: 'Hello.' }], 'with-skill': [] } }),
  'baseline',
);
const session = createGateway().openSession({ upstream, maxTokens: null });
const fetch = (url: string | URL | Request, init?: RequestInit) => session.fetch(new Request(url, init));
const options = { apiKey: session.token, maxRetries: 0, fetch };
const anthropic = new Anthropic({ ...options, baseURL: 'http://gateway.invalid' });
const openai = new OpenAI({ ...options, baseURL: 'http://gateway.invalid/v1' });
const gemini = new GoogleGenAI({
  apiKey: session.token,
  httpOptions: { baseUrl: 'http://gateway.invalid', fetch },
});

/** What no type of a client would let through, as a program without types may send it. */
const untyped = (json: string) => JSON.parse(json);

const user = { role: 'user' as const, content: 'Hello' };
const model = 'scripted';

test.each([
  ['[{"role":"user","content":5}]', 'messages[0].content: expected string or array, received number.'],
  ['[{"content":"Hello"}]', 'messages[0].role: expected string, received nothing.'],
  ['"Hello"', 'messages: expected array, received string.'],
])(
  'the Anthropic client gets an error that says what is wrong with the messages %s',
  async (messages, message) => {
    const error: unknown = await anthropic.messages
      .create({ model, max_tokens: 9, messages: untyped(messages) })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Anthropic.BadRequestError);
    expect(error).toMatchObject({
      error: { type: 'error', error: { type: 'invalid_request_error', message } },
    });
  },
);

test('the Anthropic client gets an error if it names no model', async () => {
  await expect(
    anthropic.messages.create({ model: untyped('null'), max_tokens: 9, messages: [user] }),
  ).rejects.toThrow('model: expected string, received null.');
});

test.each([
  ['chat', '[{"role":"user","content":[{"type":"text","text":7}]}]', 'messages[0].content[0].text'],
  ['chat', 'true', 'messages'],
  ['responses', '7', 'input'],
  ['responses', '{"role":"user"}', 'input'],
])(
  'the OpenAI client gets an error that names the wrong parameter of %s for %s',
  async (api, sent, param) => {
    const asked =
      api === 'chat'
        ? openai.chat.completions.create({ model, messages: untyped(sent) })
        : openai.responses.create({ model, input: untyped(sent) });
    const error: unknown = await asked.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error).toMatchObject({
      param,
      type: 'invalid_request_error',
      message: expect.stringContaining(`${param}: expected `),
    });
  },
);

test('an unknown model is reported as an error in the parameter "model"', async () => {
  await expect(openai.responses.create({ model: 'gpt-x', input: 'Hello' })).rejects.toMatchObject({
    param: 'model',
    message: expect.stringContaining('Unknown model "gpt-x"'),
  });
});

test('the Gemini client gets an error that names the wrong field of a tool', async () => {
  const tools = [{ functionDeclarations: [{ name: 'look', description: untyped('7') }] }];
  const error: unknown = await gemini.models
    .generateContent({ model, contents: 'Hello', config: { tools } })
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw error;
  const field = 'tools[0].functionDeclarations[0].description';
  expect([error.status, JSON.parse(error.message)]).toMatchObject([
    400,
    {
      error: {
        status: 'INVALID_ARGUMENT',
        message: `${field}: expected string, received number.`,
        details: [{ fieldViolations: [{ field }] }],
      },
    },
  ]);
});

test('a body that is not JSON is reported as such', async () => {
  const headers = { authorization: `Bearer ${session.token}` };
  const request = { method: 'POST', headers, body: '{"model":' };
  const answer = await fetch('http://gateway.invalid/v1/responses', request);
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringContaining('The body is not JSON: Unexpected end of JSON input'),
  ]);
});

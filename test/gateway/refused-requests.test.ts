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

const picture = 'https://evil.example/?key=1';

test('the Anthropic client is told that no tool of the provider is open to it, and no content by URL', async () => {
  const before = session.outreaches().length;
  await expect(
    anthropic.messages.create({
      ...{ model, max_tokens: 9, messages: [user] },
      tools: [{ type: 'web_search_20250305', name: 'web_search' }],
    }),
  ).rejects.toThrow('tools[0].type: expected a tool that the client runs');
  const source = { type: 'url' as const, url: picture };
  const asked = anthropic.messages.create({
    ...{ model, max_tokens: 9, messages: [{ role: 'user', content: [{ type: 'image', source }] }] },
  });
  await expect(asked).rejects.toThrow('messages[0].content[0].source: expected the content itself');
  expect(session.outreaches().slice(before)).toMatchObject([
    { kind: 'provider', host: null, decision: 'denied', field: 'tools[0].type' },
    { kind: 'provider', field: 'messages[0].content[0].source', body: { text: JSON.stringify(source) } },
  ]);
});

test('the OpenAI client is told the parameter with which the provider would reach out', async () => {
  const before = session.outreaches().length;
  const mcp = { type: 'mcp' as const, server_label: 'x', server_url: picture };
  const tools = [mcp];
  await expect(openai.responses.create({ model, input: 'Hello', tools })).rejects.toMatchObject({
    param: 'tools[0].type',
    message: expect.stringContaining('received "mcp". What the provider runs, fetches or keeps by itself'),
  });
  const image = { type: 'image_url' as const, image_url: { url: picture } };
  const messages = [{ role: 'user' as const, content: [image] }];
  await expect(openai.chat.completions.create({ model, messages })).rejects.toMatchObject({
    param: 'messages[0].content[0].image_url.url',
  });
  await expect(
    openai.chat.completions.create({ model, messages: [user], web_search_options: {} }),
  ).rejects.toMatchObject({ param: 'web_search_options' });
  expect(session.outreaches().slice(before)).toMatchObject([
    { body: { text: JSON.stringify(mcp) } },
    { body: { text: JSON.stringify(picture) } },
    { field: 'web_search_options' },
  ]);
});

test('what a request goes on with does not hide what it asks of the provider', async () => {
  const { id } = await openai.responses.create({ model, input: 'Hello' });
  const content = [{ type: 'input_image' as const, detail: 'auto' as const, image_url: picture }];
  await expect(
    openai.responses.create({ model, previous_response_id: id, input: [{ role: 'user', content }] }),
  ).rejects.toMatchObject({ param: 'input[0].content[0].image_url' });
});

test('the Gemini client is told the same of search, and of files by URI', async () => {
  await expect(
    gemini.models.generateContent({ model, contents: 'Hello', config: { tools: [{ googleSearch: {} }] } }),
  ).rejects.toThrow('tools[0].googleSearch: expected a tool that the client runs');
  const contents = [{ role: 'user', parts: [{ fileData: { fileUri: picture, mimeType: 'image/png' } }] }];
  await expect(gemini.models.generateContent({ model, contents })).rejects.toThrow(
    'contents[0].parts[0].fileData: expected nothing',
  );
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

test.each([
  [
    'two members of one name',
    '{"model":"scripted","messages":[],"messages":[{"role":"user","content":"Hello"}]}',
  ],
  ['bytes that are no text', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
])('what a provider might read in another way is refused: %s', async (_, body) => {
  const headers = { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' };
  const answer = await fetch('http://gateway.invalid/v1/chat/completions', { method: 'POST', headers, body });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(/one name|utf-8/)]);
});

import { expect, test } from 'vitest';
import { WrittenByModel } from '../../src/traffic/written-by-model.ts';

const KEY = 'ak-9f86d081884c7d659a2feaa0c55ad015';

function writtenIn(answer: string): string {
  const written = new WrittenByModel();
  written.add(answer);
  return written.all.map(({ bytes }) => Buffer.from(bytes).toString().replaceAll('\n', '')).join('|');
}

function nested(value: string, depth: number): string {
  return `${'['.repeat(depth)}${JSON.stringify(value)}${']'.repeat(depth)}`;
}

const stream = (events: object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

const PLACES: Record<string, string> = {
  'a deeply nested input': `{"content":[{"type":"tool_use","input":${nested(KEY, 3000)}}]}`,
  'the name of a tool': JSON.stringify({ content: [{ type: 'tool_use', name: KEY, input: {} }] }),
  'the name of a field': JSON.stringify({ content: [{ type: 'tool_use', name: 'a', input: { [KEY]: 1 } }] }),
  'arguments that are not JSON': JSON.stringify({
    output: [{ type: 'function_call', arguments: `{"a": ${KEY}` }],
  }),
  'a duplicate field': JSON.stringify({ output: [{ arguments: `{"a":"${KEY}","a":"b"}` }] }),
  'a field that every object has': `{"output":[{"input":{"__proto__":"${KEY}"}}]}`,
  'pieces of a stream': stream([...KEY].map((letter) => ({ delta: { partial_json: letter } }))),
  'an unfinished event of a stream': `data: {"delta":"a"}\n\ndata: {"delta":"${KEY}`,
  'an answer that is not JSON': `oops ${KEY}`,
};

test.each(Object.entries(PLACES))('text that a model wrote in %s is included', (_where, answer) => {
  expect(writtenIn(answer)).toContain(KEY);
});

test('numbers are included as they were written', () => {
  expect(writtenIn(JSON.stringify({ input: { codes: [97, 107, 45] } }))).toContain('9710745');
});

test.each([
  { content: [{ type: 'thinking', thinking: KEY, signature: KEY }] },
  { type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: KEY } },
  { type: 'response.reasoning_text.delta', delta: KEY },
  { output: [{ type: 'reasoning', summary: [{ text: KEY }], encrypted_content: KEY }] },
  { choices: [{ message: { reasoning_content: KEY } }] },
  { candidates: [{ content: { parts: [{ text: KEY, thought: true }] } }] },
])('the thinking of a model is not included: %j', (event) => {
  expect(writtenIn(JSON.stringify(event))).not.toContain(KEY);
  expect(writtenIn(stream([event]))).not.toContain(KEY);
});

test('text in any number of places is included, in a limited number of outputs', () => {
  const input = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, `${index}`]));
  const written = new WrittenByModel();
  written.add(JSON.stringify({ content: [{ text: 'Hello.' }] }));
  written.add(JSON.stringify({ content: [{ input: { ...input, last: KEY }, text: 'Good day.' }] }));
  const texts = written.all.map(({ place, bytes }) => [place, Buffer.from(bytes).toString()]);
  expect(texts.length).toBeLessThan(1010);
  expect(texts).toContainEqual(['content.text', 'Hello.\nGood day.']);
  expect(texts.at(-1)).toEqual(['elsewhere', expect.stringContaining(KEY)]);
});

test('very much text in one place is divided between its pieces', () => {
  const written = new WrittenByModel();
  const piece = 'x'.repeat(6 * 1024 ** 2);
  for (let index = 0; index < 5; index += 1) written.add(JSON.stringify({ text: `${piece}${index}` }));
  const all = written.all
    .filter(({ place }) => place === 'text')
    .map(({ bytes }) => Buffer.from(bytes).toString());
  expect(all.map((text) => text.replaceAll('x', ''))).toEqual(['0\n1', '2\n3', '4']);
});

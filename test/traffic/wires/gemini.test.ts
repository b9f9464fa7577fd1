import { expect, test } from 'vitest';
import { gemini } from '../../../src/traffic/wires/gemini.ts';
import { requestRead } from '../request-read.ts';

const thought = { text: 'Should I load the skill?', thought: true };

test('what the model thought is no part of its answer', () => {
  const content = { role: 'model', parts: [thought, { text: 'Hello.' }] };
  expect(gemini.readAnswer({ candidates: [{ content, finishReason: 'STOP' }] })).toMatchObject({
    text: 'Hello.',
  });
});

test('what the model thought is not searched, and what anybody else calls a thought is', () => {
  const { passages } = requestRead(gemini, {
    contents: [
      { role: 'user', parts: [thought] },
      { role: 'model', parts: [thought, { text: 'Hello.' }] },
    ],
  });
  expect(passages.map(({ by, text }) => [by, text])).toEqual([
    ['user', thought.text],
    ['model', ''],
    ['model', 'Hello.'],
  ]);
});

test.each([
  ['application/json', true],
  ['text/plain', undefined],
  [undefined, undefined],
])('a request whose answer has the type %s wants JSON: %s', (responseMimeType, wantsJson) => {
  const contents = [{ role: 'user', parts: [{ text: 'Does it go in circles?' }] }];
  const request = requestRead(gemini, { contents, generationConfig: { responseMimeType } });
  expect(request.wantsJson).toBe(wantsJson);
});

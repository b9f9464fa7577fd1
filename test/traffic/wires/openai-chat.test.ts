import { expect, test } from 'vitest';
import { openaiChat } from '../../../src/traffic/wires/openai-chat.ts';

function answerWith(message: object, finish_reason = 'stop') {
  return openaiChat.readAnswer({ choices: [{ message: { role: 'assistant', ...message }, finish_reason }] });
}

test('an empty refusal, which some servers send with every answer, is none', () => {
  expect(answerWith({ content: 'Hello.', refusal: '' })).toMatchObject({ text: 'Hello.', refused: false });
  expect(answerWith({ content: null, refusal: 'No.' })).toMatchObject({ text: 'No.', refused: true });
});

test('an answer that a content filter ended is a refusal', () => {
  expect(answerWith({ content: 'I w' }, 'content_filter')).toMatchObject({ text: 'I w', refused: true });
});

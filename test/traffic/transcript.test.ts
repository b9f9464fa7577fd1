import { expect, test } from 'vitest';
import { UNKNOWN_USAGE } from '../../src/contracts/model-call.ts';
import { TranscriptReader } from '../../src/traffic/transcript.ts';
import type { Passage } from '../../src/traffic/wire.ts';

function byModel(text: string): Passage {
  return { by: 'model', text, call: null };
}

function answering(...texts: readonly string[]): TranscriptReader {
  const reader = new TranscriptReader();
  for (const text of texts)
    reader.sawAnswer({ text, toolCalls: [], refused: false, cut: false, usage: UNKNOWN_USAGE }, 0);
  return reader;
}

const call: Passage = { by: 'model', text: '{}', call: { id: '1', tool: 'bash', input: {} } };
const thought: Passage = { by: 'user', text: '' };

test.each<[string, Passage[]]>([
  ['as it came', [byModel('I look.\nI am done.')]],
  ['with other white space', [byModel(' I look. I am\ndone.\n')]],
  ['in pieces', [byModel('I lo'), byModel('ok.'), byModel('I am done.')]],
  ['around a call', [byModel('I look.'), call, byModel('I am done.')]],
  ['around what has no text', [byModel('I look.'), thought, byModel('I am done.')]],
])('an answer that a request repeats %s is told once', (_how, passages) => {
  const reader = answering('Hello.', 'I look.\nI am done.');
  reader.sawRequest([byModel('Hello.'), { by: 'user', text: 'Go on.' }, ...passages], 1);
  const said = reader.events.flatMap((event) => (event.kind === 'assistant' ? [event.text] : []));
  expect(said).toEqual(['Hello.', 'I look.\nI am done.']);
});

test('what no answer said is told', () => {
  const reader = answering('I look.', 'I am done.');
  reader.sawRequest([byModel('I am not done.'), { by: 'user', text: 'Go on.' }, byModel('I look.')], 1);
  const said = reader.events.flatMap((event) => (event.kind === 'assistant' ? [event.text] : []));
  expect(said).toEqual(['I look.', 'I am done.', 'I am not done.']);
});

test('many passages are compared with a long answer in linear time', () => {
  const reader = answering('a'.repeat(2 ** 22));
  const passages = Array.from({ length: 20_000 }, (_, index) => byModel(`${'a'.repeat(200)}${index}`));
  reader.sawRequest([...passages, byModel(`b${'a'.repeat(2 ** 21)}`)], 1);
  expect(reader.events).toHaveLength(20_002);
});

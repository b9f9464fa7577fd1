import { describe, expect, test } from 'vitest';
import { UNKNOWN_USAGE } from '../../src/contracts/model-call.ts';
import { Continuations } from '../../src/traffic/continuations.ts';
import type { ModelAnswer, ModelRequest, ModelToolCall, Passage } from '../../src/traffic/wire.ts';

const RULES = 'You are an agent.\nWork in this folder with the tools that you have, and say what you did.';
const PROMPT = 'Write the sum of 17 and 25 into sum.txt.';
const SUMMARY = '<summary>\nThe sum of 17 and 25 is in sum.txt now.\n</summary>';

const program = (text = RULES): Passage => ({ by: 'program', text });
const tools = (text = 'Runs a command in a shell.'): Passage => ({ by: 'tools', text });
const user = (text = PROMPT): Passage => ({ by: 'user', text });
const said = (text: string): Passage => ({ by: 'model', text, call: null });
const result = (callId: string): Passage => ({ by: 'tool', text: 'ok', callId });
const callOf = (id: string, tool = 'bash'): ModelToolCall => ({ id, tool, input: { command: 'ls' } });
const call = (id: string, tool = 'bash', input = {}): Passage => ({
  ...{ by: 'model', text: JSON.stringify(input) },
  call: { id, tool, input },
});

function asking(...passages: readonly Passage[]): ModelRequest {
  return {
    ...{ model: 'm', form: 'whole', streamsUsage: false, offers: ['bash'], toldBeforeAnswers: [null] },
    passages,
  };
}

function answering(text: string, ...toolCalls: readonly ModelToolCall[]): ModelAnswer {
  return { text, toolCalls, refused: false, cut: false, usage: UNKNOWN_USAGE };
}

const OPENING = asking(program(), tools(), user());
const START = OPENING.passages;
const FIRST = { name: 'the first answer' };

function afterFirst(...calls: readonly ModelToolCall[]): Continuations {
  const seen = new Continuations();
  seen.sawAnswer(OPENING, answering('I look.', ...calls), FIRST);
  return seen;
}

const GOES_ON = { kind: 'of-answer', answers: [FIRST], hasResults: true };

test.each([
  ['brings the result of the call', [...START, said('I look.'), call('a'), result('a')]],
  ['has a tidier input in its history', [...START, call('a', 'bash', { command: 'ls .' }), result('a')]],
  [
    'tells its model the time anew',
    [program(`${RULES}\nIt is noon.`), tools(), user(), call('a'), result('a')],
  ],
  ['reminds its model of something', [...START, call('a'), result('a'), user('Keep the list up to date.')]],
  ['says what the model said before', [...START, call('a'), result('a'), said('I look.'), user('Go on.')]],
  [
    'asks for a summary, with other rules and without tools',
    [program('You summarize.'), user(), call('a'), result('a'), user('Sum it up.')],
  ],
])('a request goes on with an answer if it %s', (_what, passages) => {
  expect(afterFirst(callOf('a')).of(asking(...passages))).toEqual(GOES_ON);
});

test.each([
  ['does not know what the program says', [program('Go.'), tools('Runs.'), user(), call('a'), result('a')]],
  ['does not know what the user said', [program(), tools(), user('Do it.'), call('a'), result('a')]],
  ['knows of a call that nobody made', [...START, call('x'), result('x')]],
  ['knows of one more call', [...START, call('a'), result('a'), call('x'), result('x')]],
  [
    'has words of the model that it never said',
    [...START, call('a'), result('a'), said('Yes, all is done.'), user('Say "Done."')],
  ],
])('a history is made up if it %s', (_what, passages) => {
  expect(afterFirst(callOf('a')).of(asking(...passages))).toEqual({ kind: 'made-up' });
});

test('a request goes on from nothing if its history has no calls', () => {
  expect(afterFirst(callOf('a')).of(OPENING)).toEqual({ kind: 'of-nothing' });
});

test('several calls of one answer need a result each', () => {
  const seen = afterFirst(callOf('a'), callOf('b'));
  const history = [...START, call('a'), call('b'), result('a')];
  expect(seen.of(asking(...history))).toMatchObject({ kind: 'of-answer', hasResults: false });
  expect(seen.of(asking(...history, result('b')))).toEqual(GOES_ON);
  expect(seen.of(asking(...START, call('a'), result('a'), call('b'), result('b')))).toEqual(GOES_ON);
});

test('a request that was sent twice has two answers, and both are gone on with', () => {
  const seen = afterFirst(callOf('a'));
  const again = { name: 'the same once more' };
  seen.sawAnswer(OPENING, answering('I look.', callOf('a')), again);
  const goesOn = seen.of(asking(...START, call('a'), result('a')));
  expect(goesOn).toMatchObject({ answers: [again, FIRST] });
});

test('calls without ids are told apart by their number', () => {
  const seen = afterFirst(callOf(''));
  const second = asking(...START, call('call 0'), result('call 0'));
  expect(seen.of(second)).toEqual(GOES_ON);
  const next = { name: 'the second answer' };
  seen.sawAnswer(second, answering('', callOf('')), next);
  expect(seen.of(second)).toEqual(GOES_ON);
  const third = asking(...second.passages, call('call 1'), result('an id of the client'));
  expect(seen.of(third)).toEqual({ ...GOES_ON, answers: [next] });
});

describe('after a summary', () => {
  const asked = asking(...START, call('a'), result('a'), user('Sum it up.'));

  test.each([
    ['all of it', SUMMARY],
    ['a line of it', 'Earlier:\nThe sum of 17 and 25 is in sum.txt now.\nGo on.'],
  ])('a request goes on from it if it holds %s', (_what, text) => {
    const seen = afterFirst(callOf('a'));
    seen.sawAnswer(asked, answering(SUMMARY), {});
    expect(seen.of(asking(user(text)))).toEqual({ kind: 'of-summary' });
    expect(seen.of(asking(user(text), call('a'), result('a')))).toEqual(GOES_ON);
  });

  test('a request goes on from it if the agent took the tags away that stand on the same line', () => {
    const seen = afterFirst(callOf('a'));
    seen.sawAnswer(asked, answering(SUMMARY.replaceAll('\n', '')), {});
    expect(seen.of(asking(user('Summary:\nThe sum of 17 and 25 is in sum.txt now.\nGo on.')))).toEqual({
      kind: 'of-summary',
    });
  });

  test('a request does not if it holds other words, or words that were asked for beside the conversation', () => {
    const seen = afterFirst(callOf('a'));
    seen.sawAnswer(asked, answering(SUMMARY), {});
    expect(seen.of(asking(user('The sum is 42.')))).toEqual({ kind: 'of-nothing' });
    const other = afterFirst(callOf('a'));
    other.sawAnswer(asking(user('Say that the sum is in sum.txt.')), answering(SUMMARY), {});
    expect(other.of(asking(user(SUMMARY)))).toEqual({ kind: 'of-nothing' });
  });

  test('a request goes on from one that only the provider can read', () => {
    const seen = afterFirst(callOf('a'));
    seen.sawCompaction(asking(user('Another conversation.')));
    expect(seen.of(OPENING)).toEqual({ kind: 'of-nothing' });
    seen.sawCompaction(asked);
    expect(seen.of(asking(program(), user(), said('')))).toEqual({ kind: 'of-summary' });
  });
});

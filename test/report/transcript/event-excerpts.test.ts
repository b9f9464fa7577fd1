import { expect, test } from 'vitest';
import { FailedTrial } from '../../../src/contracts/failed-trial.ts';
import type { TranscriptEvent } from '../../../src/contracts/transcript.ts';
import { failedTrialExcerpts } from '../../../src/report/transcript/event-excerpts.ts';
import { called, returned, said } from '../../fixtures/evidence-of.ts';

function excerptsOf(...transcripts: TranscriptEvent[][]): FailedTrial[] {
  const trials = transcripts.map((events, index) => ({
    trial: `task:sort:baseline:${index + 1}`,
    transcript: { events },
  }));
  return failedTrialExcerpts(trials).map((one) => FailedTrial.parse(one));
}

test('a short transcript is kept whole, including line breaks in the input of a tool', () => {
  const [excerpt] = excerptsOf([
    called('bash', { command: 'a\n\tb', tries: 2 }),
    returned('x'),
    said('Done.'),
  ]);
  expect(excerpt).toMatchObject({ answer: { head: 'Done.' }, leftOutAt: 3, leftOutEvents: 0 });
  expect(excerpt?.events.map(({ tool, text }) => [tool, text.head])).toEqual([
    ['bash', 'command: \na\n\tb\ntries: 2'],
    [null, 'x'],
    [null, 'Done.'],
  ]);
});

test.each([
  ['calls a tool last', [said('I will look.'), called('bash', {}), returned('x')]],
  ['says nothing', [said('')]],
  ['did nothing', []],
])('an agent that %s gave no answer', (_, events) => {
  expect(excerptsOf(events)[0]?.answer).toBeNull();
});

test('a long text keeps both ends, and the missing characters are counted', () => {
  const [excerpt] = excerptsOf([returned(`begin${'😀'.repeat(3_000_000)}end`)]);
  const { head = '', leftOut = 0, tail = '' } = excerpt?.events[0]?.text ?? {};
  expect([head.slice(0, 5), tail.slice(-3)]).toEqual(['begin', 'end']);
  expect(head.length + leftOut + tail.length).toBe(6_000_008);
  expect(head.length + tail.length).toBeLessThan(3000);
  expect(head.isWellFormed() && tail.isWellFormed()).toBe(true);
});

test('the first and the last of many events are kept', () => {
  const events = Array.from({ length: 500 }, (_, index) => returned(`${index}`));
  const [excerpt] = excerptsOf(events);
  const texts = excerpt?.events.map(({ text }) => text.head) ?? [];
  expect([texts[0], texts.at(-1)]).toEqual(['0', '499']);
  expect(texts[excerpt?.leftOutAt ?? 0]).toBe(
    String((excerpt?.leftOutAt ?? 0) + (excerpt?.leftOutEvents ?? 0)),
  );
  expect(texts.length + (excerpt?.leftOutEvents ?? 0)).toBe(500);
});

test('the total size of all transcripts is limited, and beyond the limit only the answers stay', () => {
  const long = [...Array.from({ length: 39 }, () => returned('x'.repeat(100_000))), said('Done.')];
  const excerpts = excerptsOf(...Array.from({ length: 100 }, () => long));
  const characters = excerpts
    .flatMap(({ events }) => events.map(({ text }) => text.head + text.tail))
    .join('');
  expect(characters.length).toBeLessThan(500_000);
  expect(excerpts.at(-1)).toMatchObject({ answer: { head: 'Done.' }, events: [], leftOutEvents: 40 });
});

test('a turn that only calls a tool keeps the call without an empty answer', () => {
  const [excerpt] = excerptsOf([said(' '), called('bash', {}), returned('x'), said('')]);
  expect(excerpt?.events.map(({ kind }) => kind)).toEqual(['tool-call', 'tool-result']);
  expect(excerpt?.leftOutEvents).toBe(0);
});

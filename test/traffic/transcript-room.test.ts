import { expect, test } from 'vitest';
import { TranscriptRoom } from '../../src/traffic/transcript-room.ts';
import { called, returned, said } from '../fixtures/evidence-of.ts';

const MIB = 1024 ** 2;

test('the conversation of an agent is kept as it is', () => {
  const room = new TranscriptRoom();
  const events = [said('I look.'), called('bash', { command: 'ls' }), returned('a\n'.repeat(MIB))];
  for (const event of events) room.add(event);
  expect(room).toMatchObject({ events, leftOutEvents: 0, leftOutWords: [] });
});

test('events beyond the most that are kept are counted, and what the agent said in them is returned', () => {
  const room = new TranscriptRoom();
  for (let index = 0; index < 50_000; index += 1) room.add(returned('x'));
  for (const event of [said('bye'), returned('y'), called('bash', { command: 'ls' })]) room.add(event);
  expect(room.events).toHaveLength(50_000);
  expect(room).toMatchObject({ leftOutEvents: 3, leftOutWords: ['bye', 'command', 'ls'] });
});

test('an event that is too long is left out alone, and so are those for which there is no room any more', () => {
  const room = new TranscriptRoom();
  const long = 'x'.repeat(5 * MIB);
  room.add(said(long));
  room.add(said('short'));
  expect(room).toMatchObject({ events: [said('short')], leftOutWords: [long] });
  for (let index = 0; index < 20; index += 1) room.add(returned('x'.repeat(3 * MIB)));
  expect(room).toMatchObject({ events: { length: 14 }, leftOutEvents: 8 });
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventReader, eventOf, piecesOf, renderEvent } from '../../../src/traffic/http/server-sent-events.ts';

const events = [
  eventOf({ text: 'ünïcödé 🎈' }, 'message_start'),
  eventOf({ text: 'a\n\nb' }),
  { event: null, data: '[DONE]' },
];
const bytes = new TextEncoder().encode(events.map(renderEvent).join(''));

test('events are read the same wherever their bytes are split', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
      const reader = new EventReader();
      const read = places.flatMap((from, index) => reader.add(bytes.subarray(from, places[index + 1])));
      expect(read).toEqual(events);
    }),
    { numRuns: 100 },
  );
});

test('comments, other line ends and multi-line data are read', () => {
  const text = ': ping\r\n\r\nevent: x\r\nid: 7\r\ndata: {"a":\r\ndata: 1}\r\n\r\n';
  expect(new EventReader().add(new TextEncoder().encode(text))).toEqual([{ event: 'x', data: '{"a":\n1}' }]);
});

test('an unfinished event is not returned', () => {
  expect(new EventReader().add(new TextEncoder().encode('data: {}\n'))).toEqual([]);
});

test('lines may end with a single carriage return, wherever the bytes are split', () => {
  const text = 'event: x\rdata: {}\r\rdata: 1\r\n\r\ndata: 2\n\n';
  const reader = new EventReader();
  const events = Array.from(text, (character) => reader.add(new TextEncoder().encode(character))).flat();
  expect(events).toEqual([
    { event: 'x', data: '{}' },
    { event: null, data: '1' },
    { event: null, data: '2' },
  ]);
});

test('a byte order mark and the space before a value are not part of an event', () => {
  const text = '\ufeffevent:x\ndata: {}\n\n';
  expect(new EventReader().add(new TextEncoder().encode(text))).toEqual([{ event: 'x', data: '{}' }]);
});

test('an event without data is ignored', () => {
  expect(new EventReader().add(new TextEncoder().encode('event: ping\n\ndata:\n\n'))).toEqual([]);
});

test('an endless line is read in linear time, and dropped once it is too long', () => {
  const reader = new EventReader();
  const part = new TextEncoder().encode('x'.repeat(4096));
  reader.add(new TextEncoder().encode('data: '));
  for (let count = 0; count < 4096; count++) reader.add(part);
  expect(reader.add(new TextEncoder().encode('\n\ndata: 1\n\n'))).toEqual([{ event: null, data: '1' }]);
});

test('an event with endlessly many lines is dropped as well', () => {
  const reader = new EventReader();
  const part = new TextEncoder().encode('data: x\n'.repeat(512));
  for (let count = 0; count < 4097; count++) reader.add(part);
  expect(reader.add(new TextEncoder().encode('\n'))).toEqual([]);
});

test('the pieces of a text add up to the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(piecesOf(text).join('')).toBe(text);
    }),
    { numRuns: 100 },
  );
});

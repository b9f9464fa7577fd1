import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventReader, eventOf, piecesOf, renderEvent } from '../../../src/traffic/http/server-sent-events.ts';

const events = [
  eventOf({ text: 'ünïcödé 🎈' }, 'message_start'),
  eventOf({ text: 'a\n\nb' }),
  { event: null, data: '[DONE]' },
];
const bytes = new TextEncoder().encode(events.map(renderEvent).join(''));

test('events are read the same wherever their bytes are cut', () => {
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

test('comments, line ends of another kind and data of several lines are read', () => {
  const text = ': ping\r\n\r\nevent: x\r\nid: 7\r\ndata: {"a":\r\ndata: 1}\r\n\r\n';
  expect(new EventReader().add(new TextEncoder().encode(text))).toEqual([{ event: 'x', data: '{"a":\n1}' }]);
});

test('an event without its end is not given', () => {
  expect(new EventReader().add(new TextEncoder().encode('data: {}\n'))).toEqual([]);
});

test('pieces of a text are the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(piecesOf(text).join('')).toBe(text);
    }),
    { numRuns: 100 },
  );
});

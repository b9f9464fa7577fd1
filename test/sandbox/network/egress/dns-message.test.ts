import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  answerTo,
  isPlainQuestion,
  readQuestion,
} from '../../../../src/sandbox/network/egress/dns-message.ts';

const HEADER = Buffer.from([0xab, 0xcd, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);

function question(name: string, type: number): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([HEADER, ...labels, Buffer.from([0, 0, type, 0, 1])]);
}

test.each([
  ['a.example', 1, 'A'],
  ['_dmarc.a.example', 16, 'TXT'],
  ['A.Example', 28, 'AAAA'],
  ['x', 99, 'TYPE99'],
])('the query for %s of type %d is read', (name, type, expected) => {
  expect(readQuestion(question(name, type))).toMatchObject({ name, type: expected });
});

test('a query is read, and repeated unchanged in the answer, whatever follows it', () => {
  const asked = question('a,b', 1);
  const announced = Buffer.from(asked);
  announced[11] = 1;
  const found = readQuestion(Buffer.concat([announced, Buffer.from([0xff, 0xff])]));
  expect(found).toEqual(readQuestion(asked));
  if (found === null) throw new Error('no question');
  expect(answerTo(announced, found, '127.64.0.1').subarray(12, asked.length)).toEqual(asked.subarray(12));
});

test.each([0, 2, 256])('a message that announces %i questions is rejected', (count) => {
  const asked = question('a.example', 1);
  asked.writeUInt16BE(count, 4);
  expect(readQuestion(Buffer.concat([asked, question('b.example', 1).subarray(12)]))).toBeNull();
});

test.each<[string, (message: Buffer) => void, boolean]>([
  ['as usually sent', () => undefined, true],
  ['with any identifier', (message) => message.writeUInt16BE(0xbeef, 0), true],
  ['with flags that clients choose', (message) => message.writeUInt16BE(0x0130, 2), true],
  ['with other flags', (message) => message.writeUInt16BE(0x0148, 2), false],
  ['with a number of answers', (message) => message.writeUInt16BE(7, 6), false],
  ['with a number of additional records', (message) => message.writeUInt16BE(1, 10), false],
  ['of another class', (message) => message.writeUInt16BE(3, message.length - 2), false],
])('whether a query %s is plain', (_how, change, isPlain) => {
  const message = question('sandbox', 1);
  change(message);
  expect(isPlainQuestion(message)).toBe(isPlain);
});

test('two different names are never read as the same', () => {
  const label = fc
    .uint8Array({ minLength: 1, maxLength: 63 })
    .map((bytes) => Buffer.from(bytes).toString('latin1'));
  const names = fc.array(label, { minLength: 1, maxLength: 4 });
  const read = (labels: readonly string[]) => {
    const parts = labels.map((text) =>
      Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')]),
    );
    return readQuestion(Buffer.concat([HEADER, ...parts, Buffer.alloc(5)]))?.name;
  };
  fc.assert(
    fc.property(names, names, (one, other) => {
      expect(read(one) === read(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
  );
});

test('bytes that are not a query are never read as one', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const message = Buffer.concat([HEADER, bytes]);
      const found = readQuestion(message);
      expect(found === null || found.end <= message.length).toBe(true);
    }),
  );
  const looping = Buffer.concat([HEADER, Buffer.from([0xc0, 12, 0, 1, 0, 1])]);
  expect(readQuestion(looping)).toBeNull();
});

test('a name gets the given address, and no record of another type', () => {
  const asked = question('a.example', 1);
  const found = readQuestion(asked);
  if (found === null) throw new Error('no question');
  const answer = answerTo(asked, found, '127.64.0.1');
  expect(answer.subarray(0, 2)).toEqual(asked.subarray(0, 2));
  expect([answer.readUInt16BE(2), answer.readUInt16BE(4), answer.readUInt16BE(6)]).toEqual([0x8180, 1, 1]);
  expect([...answer.subarray(-4)]).toEqual([127, 64, 0, 1]);
  const other = answerTo(asked, { ...found, type: 'TXT' }, '127.64.0.1');
  expect(other.readUInt16BE(6)).toBe(0);
  expect(other.subarray(12)).toEqual(asked.subarray(12));
});

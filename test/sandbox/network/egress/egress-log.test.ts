import { expect, test } from 'vitest';
import { digestOf } from '../../../../src/base/digest.ts';
import { EgressEvent } from '../../../../src/contracts/egress.ts';
import { BodyMeter } from '../../../../src/sandbox/network/egress/body-meter.ts';
import { type EgressAttempt, EgressLog } from '../../../../src/sandbox/network/egress/egress-log.ts';

const question = (host: string): EgressAttempt => ({
  kind: 'dns',
  address: null,
  atMs: 0,
  host,
  port: 53,
  type: 'A',
  decision: 'denied',
});

test('events beyond the maximum number are counted in a last event', () => {
  const log = new EgressLog();
  for (let index = 0; index < 1010; index++) log.add(() => question(`${index}`));
  const events = log.events(5);
  expect(events).toHaveLength(1001);
  expect(events.at(-1)).toMatchObject({ kind: 'cut', missed: 15 });
});

test('events beyond the maximum size are counted too', () => {
  const log = new EgressLog();
  for (let index = 0; index < 10; index++) log.add(() => question('x'.repeat(1024 ** 2)));
  const events = log.events(0);
  expect(events).toHaveLength(4);
  expect(events.at(-1)).toMatchObject({ kind: 'cut', missed: 7 });
});

test('an attempt that turned into another leaves no event of its own', () => {
  const log = new EgressLog();
  log.add(() => null);
  log.add(() => question('a'));
  expect(log.events(0)).toEqual([question('a')]);
});

test('every event matches the contract', () => {
  const log = new EgressLog();
  log.add(() => ({
    kind: 'tcp',
    atMs: 0,
    host: null,
    port: 25,
    decision: 'denied',
    body: new BodyMeter(null).body,
  }));
  for (const event of log.events(1)) expect(EgressEvent.parse(event)).toEqual(event);
});

test.each([
  ['short text is whole', Buffer.from('añb'), true],
  ['long text is kept in part', Buffer.alloc(20_000, 'a'), false],
  ['binary data is not whole', Buffer.from([0xff, 0xfe]), false],
])('%s', (_what, bytes, isWhole) => {
  const meter = new BodyMeter(null);
  for (const byte of bytes) meter.push(Buffer.from([byte]));
  const { body } = meter;
  expect(body).toMatchObject({ size: bytes.length, digest: digestOf(bytes), isWhole });
  expect(body.text).toBe(bytes.subarray(0, 16 * 1024).toString());
});

import { expect, test } from 'vitest';
import { digestOf } from '../../../../src/base/digest.ts';
import { EgressEvent } from '../../../../src/contracts/egress.ts';
import { BodyMeter } from '../../../../src/sandbox/network/egress/body-meter.ts';
import { EgressLog } from '../../../../src/sandbox/network/egress/egress-log.ts';
import type { EgressAttempt } from '../../../../src/sandbox/network/egress/kept-attempts.ts';

const question = (host: string): EgressAttempt => ({
  kind: 'dns',
  address: null,
  atMs: 0,
  host,
  port: 53,
  type: 'A',
  decision: 'denied',
});

const request = (host: string, path: string): Extract<EgressAttempt, { kind: 'http' }> => ({
  ...{
    kind: 'http',
    atMs: 0,
    host,
    port: 80,
    decision: 'denied',
    scheme: 'http',
    method: 'GET',
    path,
    headers: [],
  },
  body: new BodyMeter(null).body,
});

test('thousands of requests are kept', () => {
  const log = new EgressLog();
  const asked = Array.from({ length: 5000 }, (_, index) => request('docs.example', `/${index}`));
  for (const one of asked) log.add(one);
  expect(log.events([])).toEqual(asked);
});

test('attempts beyond the maximum size are counted by their destination', () => {
  const log = new EgressLog();
  for (let index = 0; index < 50_000; index++) log.add({ ...question('docs.example'), atMs: index });
  log.add({ ...question('vendor.example'), atMs: 50_000 });
  log.add({ ...request('docs.example', '/'), atMs: 50_001 });
  const events = log.events([]);
  const whole = events.filter(({ kind }) => kind === 'dns').length;
  expect(whole).toBeGreaterThan(10_000);
  const rest = { kind: 'counted', port: 53, decision: 'denied', of: 'dns' };
  expect(events.slice(whole)).toEqual([
    { ...rest, host: 'docs.example', atMs: whole, count: 50_000 - whole },
    { ...rest, host: 'vendor.example', atMs: 50_000, count: 1 },
    { ...rest, host: 'docs.example', atMs: 50_001, count: 1, of: 'http', port: 80 },
  ]);
});

test('attempts to reach more places than there is room for count as missed, like connections to an unknown place', () => {
  const log = new EgressLog();
  for (let index = 0; index < 50_000; index++) log.add(question(`${index}.example`));
  const events = log.events([{ target: null, count: 5 }]);
  expect(events.at(-1)).toEqual({ kind: 'cut', atMs: expect.any(Number), missed: expect.any(Number) });
  const told = events.map((event) => ('missed' in event ? event.missed : 1));
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(50_005);
  expect(JSON.stringify(events).length).toBeLessThan(4.6 * 1024 ** 2);
});

test('connections of which nothing was read are counted by their destination', () => {
  const log = new EgressLog();
  const target = { host: 'docs.example', port: 443 };
  log.add(question('a'));
  const unread = [
    { target, count: 5 },
    { target: null, count: 2 },
    { target: { host: null, port: 25 }, count: 1 },
  ];
  const counted = { kind: 'counted', of: 'unread', decision: 'denied', atMs: expect.any(Number) };
  expect(log.events(unread)).toEqual([
    question('a'),
    { ...counted, ...target, count: 5 },
    { ...counted, host: null, port: 25, count: 1 },
    { kind: 'cut', atMs: expect.any(Number), missed: 2 },
  ]);
  expect(log.events([])).toEqual([question('a')]);
});

test('an attempt larger than the record leaves room for others', () => {
  const log = new EgressLog();
  log.add(question('x'.repeat(4 * 1024 ** 2)));
  log.add(question('a'));
  expect(log.events([])).toMatchObject([question('a'), { kind: 'cut', missed: 1 }]);
});

test('the bodies of many requests leave room for the requests themselves', () => {
  const log = new EgressLog();
  const meter = new BodyMeter(null);
  meter.push(Buffer.alloc(16 * 1024, 'a'));
  for (let index = 0; index < 1000; index++)
    log.add({ ...request('docs.example', `/${index}`), body: meter.body });
  const events = log.events([]);
  expect(events).toHaveLength(1000);
  expect(events[0]).toMatchObject({ body: meter.body });
  expect(events.at(-1)).toMatchObject({ body: { ...meter.body, text: '', isWhole: false } });
});

test('an attempt that turned into another leaves no event of its own and takes no room', () => {
  const log = new EgressLog();
  for (let index = 0; index < 50_000; index++) log.follow(() => null)();
  log.follow(() => null);
  log.add(question('a'));
  expect(log.events([])).toEqual([question('a')]);
});

test('an attempt in progress is read as it is, and a finished one as it was when it ended', () => {
  const log = new EgressLog();
  let host = 'a';
  const end = log.follow(() => question(host));
  host = 'b';
  expect(log.events([])).toEqual([question('b')]);
  end();
  host = 'c';
  end();
  expect(log.events([])).toEqual([question('b')]);
});

test('events are in the order in which the attempts began, whichever ends first', () => {
  const log = new EgressLog();
  const end = log.follow(() => ({ ...question('first'), atMs: 1 }));
  log.add({ ...question('second'), atMs: 2 });
  end();
  expect(log.events([])).toMatchObject([{ host: 'first' }, { host: 'second' }]);
});

test('every event matches the contract', () => {
  const log = new EgressLog();
  const body = new BodyMeter(null).body;
  log.add({ kind: 'tcp', atMs: 0, host: null, port: 25, decision: 'denied', body });
  for (let index = 0; index < 50_000; index++) log.add(question('a'));
  const unread = [
    { target: { host: null, port: 25 }, count: 1 },
    { target: null, count: 1 },
  ];
  expect(log.events(unread).slice(-3)).toMatchObject([
    { kind: 'counted', of: 'dns' },
    { kind: 'counted', of: 'unread' },
    { kind: 'cut' },
  ]);
  for (const event of log.events(unread)) expect(EgressEvent.parse(event)).toEqual(event);
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

import { setImmediate as settled } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Waiting } from '../../../../src/gateway/clock/waiting.ts';
import { ProviderLine } from '../../../../src/gateway/upstreams/live/provider-line.ts';
import { ManualTime } from '../../../fakes/manual-time.ts';

const never = new AbortController().signal;

function start(requestsPerMinute?: number) {
  const time = new ManualTime();
  const access = { baseUrl: 'http://provider.invalid', key: null, maxConcurrent: 8 };
  const rate = requestsPerMinute === undefined ? {} : { requestsPerMinute };
  const line = new ProviderLine({ ...access, ...rate }, time.timing);
  const begun: string[] = [];
  const begin = (name: string, signal = never) => {
    const waiting = new Waiting(() => time.nowMs);
    const beginning = line.begin(waiting, signal).then(() => void begun.push(name));
    return { waiting, beginning };
  };
  return { time, line, begin, begun };
}

test('requests beyond the rate wait in order of arrival, and the wait is recorded', async () => {
  const { time, begin, begun } = start(1);
  const [first, second, third] = ['a', 'b', 'c'].map((name) => begin(name));
  await settled();
  expect([begun, time.awaitedMs]).toEqual([['a'], [60_000]]);
  await time.advance(60_000);
  expect(begun).toEqual(['a', 'b']);
  await time.advance(120_000);
  expect(begun).toEqual(['a', 'b', 'c']);
  expect([first, second, third].map((one) => one?.waiting.totalMs)).toEqual([0, 60_000, 120_000]);
});

test('all requests wait as long as the provider asks, and longer if it extends the wait', async () => {
  const { time, line, begin, begun } = start();
  line.hold(1000);
  const { waiting } = begin('a');
  begin('b');
  await settled();
  await time.advance(900);
  line.hold(600);
  await time.advance(1000);
  expect(begun).toEqual([]);
  await time.advance(1500);
  expect([begun, waiting.totalMs]).toEqual([['a', 'b'], 1500]);
});

test('a waiter that gives up does not affect the others', async () => {
  const { time, line, begin, begun } = start();
  line.hold(1000);
  const gone = new AbortController();
  const leaving = begin('a', gone.signal);
  begin('b');
  await settled();
  gone.abort(new Error('gave up'));
  await expect(leaving.beginning).rejects.toThrow('gave up');
  await time.advance(1000);
  expect(begun).toEqual(['b']);
});

test('a trial that asks for all places at once leaves the next one to another trial', async () => {
  const { time, line } = start();
  const entered: string[] = [];
  const enter = async (trial: object, name: string) => {
    const leave = await line.enter({ trial, waiting: new Waiting(() => time.nowMs) }, never);
    entered.push(name);
    return leave;
  };
  const flooding = {};
  const flood = Array.from({ length: 12 }, () => enter(flooding, 'flood'));
  const other = enter({}, 'other');
  const leave = await flood[0];
  leave?.();
  await other;
  expect(entered).toEqual([...Array(8).fill('flood'), 'other']);
});

import { expect, test } from 'vitest';
import { Waiting } from '../../../src/gateway/clock/waiting.ts';

test('overlapping spans count once', async () => {
  let nowMs = 0;
  const waiting = new Waiting(() => nowMs);
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const first = waiting.during(() => gates[0].promise);
  nowMs = 10;
  const second = waiting.during(() => gates[1].promise);
  nowMs = 30;
  gates[0].resolve();
  await first;
  nowMs = 50;
  expect(waiting.totalMs).toBe(50);
  gates[1].resolve();
  await second;
  nowMs = 99;
  expect(waiting.totalMs).toBe(50);
});

test('a wait that fails still counts as a wait', async () => {
  let nowMs = 0;
  const waiting = new Waiting(() => nowMs);
  const failing = waiting.during(async () => {
    nowMs = 7;
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(waiting.totalMs).toBe(7);
});

test('a span whose end decides whether it was waiting counts from its start or not at all', () => {
  let nowMs = 5;
  const waiting = new Waiting(() => nowMs);
  const failed = waiting.undecided();
  nowMs = 10;
  const succeeded = waiting.undecided();
  nowMs = 20;
  expect(waiting.totalMs).toBe(0);
  expect(waiting.undecidedUntil(nowMs)).toEqual([
    { fromMs: 5, toMs: 20 },
    { fromMs: 10, toMs: 20 },
  ]);
  failed(true);
  nowMs = 90;
  expect([waiting.totalMs, waiting.undecidedUntil(nowMs)]).toEqual([15, [{ fromMs: 10, toMs: 90 }]]);
  succeeded(false);
  expect([waiting.totalMs, waiting.undecidedUntil(nowMs)]).toEqual([15, []]);
});

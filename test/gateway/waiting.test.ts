import { expect, test } from 'vitest';
import { Waiting } from '../../src/gateway/waiting.ts';

test('what overlaps is counted once around, and in full for each part', async () => {
  let nowMs = 0;
  const around = new Waiting(() => nowMs);
  const [one, other] = [new Waiting(() => nowMs, around), new Waiting(() => nowMs, around)];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const first = one.during(() => gates[0].promise);
  nowMs = 10;
  const second = other.during(() => gates[1].promise);
  nowMs = 30;
  gates[0].resolve();
  await first;
  nowMs = 50;
  expect(around.totalMs).toBe(50);
  gates[1].resolve();
  await second;
  nowMs = 99;
  expect([one.totalMs, other.totalMs, around.totalMs]).toEqual([30, 40, 50]);
});

test('what fails has waited all the same', async () => {
  let nowMs = 0;
  const waiting = new Waiting(() => nowMs);
  const failing = waiting.during(async () => {
    nowMs = 7;
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(waiting.totalMs).toBe(7);
});

test('what shows at its end whether it was waiting counts from its beginning, or not at all', () => {
  let nowMs = 5;
  const around = new Waiting(() => nowMs);
  const waiting = new Waiting(() => nowMs, around);
  const failed = waiting.undecided();
  nowMs = 10;
  const succeeded = waiting.undecided();
  nowMs = 20;
  expect([waiting.totalMs, waiting.undecidedMs, around.undecidedMs]).toEqual([0, 15, 15]);
  failed(true);
  nowMs = 90;
  expect([waiting.totalMs, around.totalMs, around.undecidedMs]).toEqual([15, 15, 80]);
  succeeded(false);
  expect([waiting.totalMs, around.totalMs, around.undecidedMs]).toEqual([15, 15, 0]);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { agentTimeLimit } from '../../src/runner/agent-time-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a limit aborts once its time is up', () => {
  using limit = agentTimeLimit(1000, () => 0);
  vi.advanceTimersByTime(999);
  expect(limit.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(limit.signal.aborted).toBe(true);
});

test('waiting extends the limit, and so does waiting during the extension', () => {
  let waitedMs = 400;
  using limit = agentTimeLimit(1000, () => waitedMs);
  vi.advanceTimersByTime(1000);
  waitedMs = 500;
  vi.advanceTimersByTime(499);
  expect(limit.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(limit.signal.aborted).toBe(true);
});

test('a disposed limit aborts nothing', () => {
  const limit = agentTimeLimit(1000, () => 0);
  limit[Symbol.dispose]();
  vi.advanceTimersByTime(5000);
  expect(limit.signal.aborted).toBe(false);
});

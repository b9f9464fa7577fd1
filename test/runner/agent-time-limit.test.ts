import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { agentTimeLimit } from '../../src/runner/agent-time-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a limit ends after its time', () => {
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

test('a limit that was disposed of ends nothing', () => {
  const limit = agentTimeLimit(1000, () => 0);
  limit[Symbol.dispose]();
  vi.advanceTimersByTime(5000);
  expect(limit.signal.aborted).toBe(false);
});

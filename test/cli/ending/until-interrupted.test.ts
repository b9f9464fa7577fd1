import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { endedBySignals } from '../../../src/app/blocking-work.ts';
import { AssayError } from '../../../src/base/assay-error.ts';
import { untilInterrupted } from '../../../src/cli/ending/until-interrupted.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => vi.useRealTimers();
});

/** Work that goes on after it was aborted until it is let go. */
function stubbornWork() {
  const kills: string[] = [];
  const source = Object.assign(new EventEmitter(), {
    pid: 7,
    kill: (_pid: number, signal: string) => kills.push(signal),
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let given: AbortSignal | null = null;
  const result = untilInterrupted((signal) => {
    given = signal;
    return promise;
  }, source);
  const interrupt = (signal = 'SIGINT') => source.emit(signal, signal);
  return { result, resolve, reject, interrupt, source, kills, aborted: () => given?.aborted };
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  '%s aborts the work, which then finishes in its own time',
  async (signal) => {
    const { result, resolve, interrupt, kills, aborted } = stubbornWork();
    expect(aborted()).toBe(false);
    interrupt(signal);
    expect(aborted()).toBe(true);
    resolve('cleaned up');
    expect([await result, kills]).toEqual(['cleaned up', []]);
  },
);

test('one key press that arrives twice, as npm forwards it, is one interrupt', async () => {
  const { result, resolve, interrupt, kills } = stubbornWork();
  interrupt();
  vi.advanceTimersByTime(900);
  interrupt();
  resolve('cleaned up');
  expect([await result, kills]).toEqual(['cleaned up', []]);
});

test('a second interrupt kills the process by its signal, with our listeners removed', () => {
  const { interrupt, kills, source } = stubbornWork();
  interrupt();
  vi.advanceTimersByTime(1100);
  interrupt('SIGTERM');
  expect(kills).toEqual(['SIGTERM']);
  expect(source.eventNames()).toEqual([]);
});

test('the listener stays after the first signal, because signal-exit ends a process without other listeners', () => {
  const { interrupt, source } = stubbornWork();
  interrupt();
  expect(source.listenerCount('SIGINT')).toBe(1);
});

test('a failure after an interruption counts as the interruption, whatever its message', async () => {
  const { result, reject, interrupt } = stubbornWork();
  interrupt();
  reject(new AssayError('SOURCE_UNREACHABLE', 'git was killed'));
  await expect(result).rejects.toMatchObject({ code: 'INTERRUPTED', cause: { message: 'git was killed' } });
});

test('work that is not interrupted leaves no listener behind and keeps its own error', async () => {
  const { result, reject, source } = stubbornWork();
  reject(new AssayError('USAGE', 'wrong'));
  await expect(result).rejects.toMatchObject({ code: 'USAGE' });
  expect(source.eventNames()).toEqual([]);
});

test('while work blocks the event loop, signals are left to the system, whatever becomes of it', async () => {
  const { result, resolve, interrupt, source, aborted } = stubbornWork();
  const listening = () => source.eventNames();
  expect(endedBySignals(listening)).toEqual([]);
  const failing = () => {
    throw new Error('no such thing');
  };
  expect(() => endedBySignals(failing)).toThrow('no such thing');
  expect(listening()).toEqual(['SIGINT', 'SIGTERM', 'SIGHUP']);
  interrupt();
  expect(aborted()).toBe(true);
  resolve('cleaned up');
  await result;
  expect([endedBySignals(listening), listening()]).toEqual([[], []]);
});

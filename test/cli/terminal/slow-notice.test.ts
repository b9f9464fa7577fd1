import { beforeEach, expect, test, vi } from 'vitest';
import { slowNotice } from '../../../src/cli/terminal/slow-notice.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function noticed(work: (begin: (what: string) => void) => void): string[] {
  const said: string[] = [];
  using notice = slowNotice((line) => said.push(line));
  work(notice.begin);
  return said;
}

test('slow work is announced once', () => {
  const said = noticed((begin) => {
    begin('a');
    vi.advanceTimersByTime(60_000);
  });
  expect(said).toEqual(['Still busy with a.']);
});

test('fast work is not announced', () => {
  const said = noticed((begin) => {
    begin('a');
    vi.advanceTimersByTime(1000);
    begin('b');
    vi.advanceTimersByTime(1500);
  });
  vi.runAllTimers();
  expect(said).toEqual([]);
});

import { expect, test } from 'vitest';
import { PatternMatcher } from '../../../src/graders/content/pattern-matcher.ts';

const SLOW_PATTERN = '(?s)order.{1,200}refused\\b';
const PIECES = ['order', 'o', 'r', 'd', ' ', 'refusedx'];

/** A text that never matches, of which every character costs the engine a part of a microsecond. */
function slowText(pieces: number): Uint8Array {
  let random = 1;
  return Buffer.from(
    Array.from({ length: pieces }, () => {
      random = (random * 48_271) % 0x7fffffff;
      return PIECES[random % PIECES.length];
    }).join(''),
  );
}

test('a pattern is matched against the text of a file', async () => {
  using matcher = new PatternMatcher();
  expect(await matcher.matches('^line \\d$', Buffer.from('a\nline 8\n'))).toBe(true);
  expect(await matcher.matches('^line \\d$', Buffer.from('a\nline x\n'))).toBe(false);
});

test('only the bytes of a view are matched, not the rest of its buffer', async () => {
  using matcher = new PatternMatcher();
  const all = Buffer.from('hidden shown');
  expect(await matcher.matches('hidden', all.subarray(7))).toBe(false);
});

test('the event loop goes on turning while a long file is matched', async () => {
  using matcher = new PatternMatcher();
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const matches = await matcher.matches(SLOW_PATTERN, slowText(500_000));
  clearInterval(timer);
  expect(matches).toBe(false);
  expect(turns).toBeGreaterThan(20);
});

test('a match that takes too long is given up, and the next one is answered', async () => {
  using matcher = new PatternMatcher({ maxMs: 3000 });
  const [slow, next] = await Promise.all([
    matcher.matches(SLOW_PATTERN, slowText(10_000_000)),
    matcher.matches('b', Buffer.from('abc')),
  ]);
  expect([slow, next]).toEqual([null, true]);
});

import { expect, test } from 'vitest';
import { ContentGraderSpec } from '../../../src/contracts/grader-spec.ts';
import { ContentJudge } from '../../../src/graders/reading/content-judge.ts';

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

async function matches(judge: ContentJudge, pattern: string, found: Uint8Array): Promise<boolean | null> {
  const spec = ContentGraderSpec.parse({ kind: 'file-content', title: 't', path: 'a.txt', matches: pattern });
  const verdict = await judge.judge({ spec, found, given: null });
  return verdict === null ? null : verdict.passed;
}

test('a pattern is matched against the text of a file', async () => {
  using judge = new ContentJudge();
  expect(await matches(judge, '^line \\d$', Buffer.from('a\nline 8\n'))).toBe(true);
  expect(await matches(judge, '^line \\d$', Buffer.from('a\nline x\n'))).toBe(false);
});

test('only the bytes of a view are matched, not the rest of its buffer', async () => {
  using judge = new ContentJudge();
  const all = Buffer.from('hidden shown');
  expect(await matches(judge, 'hidden', all.subarray(7))).toBe(false);
});

test('the event loop goes on turning while a long file is matched', async () => {
  using judge = new ContentJudge();
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const isMatch = await matches(judge, SLOW_PATTERN, slowText(500_000));
  clearInterval(timer);
  expect(isMatch).toBe(false);
  expect(turns).toBeGreaterThan(20);
});

test('a file that takes too long is given up, and the next one is answered', async () => {
  using judge = new ContentJudge({ maxMs: 3000 });
  const [slow, next] = await Promise.all([
    matches(judge, SLOW_PATTERN, slowText(10_000_000)),
    matches(judge, 'b', Buffer.from('abc')),
  ]);
  expect([slow, next]).toEqual([null, true]);
});

test('the event loop goes on turning while quotes are looked for in long files', async () => {
  using judge = new ContentJudge();
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const quotes = ['The disk was full at 10:42.', 'Nobody was there.'];
  const content = Buffer.alloc(30 * 1024 * 1024, 'All was quiet on that day. ');
  content.write(quotes[0] ?? '', content.length - 100);
  const found = await judge.findQuotes({ quotes, own: quotes, given: { texts: [], files: [content] } });
  clearInterval(timer);
  expect(found).toEqual([false, true]);
  expect(turns).toBeGreaterThan(20);
});

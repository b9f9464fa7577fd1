import { expect, test } from 'vitest';
import { totalTokens } from '../../src/contracts/transcript.ts';

test('the total tokens are the sum of input and output', () => {
  expect(totalTokens({ inputTokens: 120, outputTokens: 30 })).toBe(150);
});

test.each([
  { inputTokens: null, outputTokens: 30 },
  { inputTokens: 120, outputTokens: null },
])('the total is unknown if either half is unknown', (usage) => {
  expect(totalTokens(usage)).toBeNull();
});

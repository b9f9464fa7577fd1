import { expect, test } from 'vitest';
import { totalTokens } from '../../src/contracts/transcript.ts';

test('the tokens of a trial are input and output together', () => {
  expect(totalTokens({ inputTokens: 120, outputTokens: 30 })).toBe(150);
});

test.each([
  { inputTokens: null, outputTokens: 30 },
  { inputTokens: 120, outputTokens: null },
])('with one half unknown the whole is unknown, not the other half', (usage) => {
  expect(totalTokens(usage)).toBeNull();
});

import { expect, test } from 'vitest';
import { effectiveLimits } from '../../src/contracts/limits.ts';

const DEFAULTS = { maxSeconds: 300, maxRequests: 30, maxTokens: null, maxUsd: null };

test.each([
  ['the defaults apply if nothing is set', {}, {}, DEFAULTS],
  ["a suite's value stands over the default", { maxRequests: 8 }, {}, { ...DEFAULTS, maxRequests: 8 }],
  [
    "a task's value stands over its suite's",
    { maxRequests: 8 },
    { maxRequests: 4 },
    { ...DEFAULTS, maxRequests: 4 },
  ],
  [
    'each limit is decided separately',
    { maxSeconds: 60 },
    { maxTokens: 500 },
    { maxSeconds: 60, maxRequests: 30, maxTokens: 500, maxUsd: null },
  ],
  [
    "a task can lift its suite's token limit",
    { maxTokens: 500 },
    { maxTokens: null, maxUsd: null },
    DEFAULTS,
  ],
])('%s', (_claim, suite, own, expected) => {
  expect(effectiveLimits(suite, own)).toEqual(expected);
});

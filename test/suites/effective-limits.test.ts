import { expect, test } from 'vitest';
import { effectiveLimits } from '../../src/suites/effective-limits.ts';

const DEFAULTS = { timeoutSeconds: 300, maxTurns: 30, maxTokens: null, maxUsd: null };

test.each([
  ['the defaults hold where nobody says anything', {}, {}, DEFAULTS],
  ["a suite's value stands over the default", { maxTurns: 8 }, {}, { ...DEFAULTS, maxTurns: 8 }],
  ["a task's value stands over its suite's", { maxTurns: 8 }, { maxTurns: 4 }, { ...DEFAULTS, maxTurns: 4 }],
  [
    'each limit is decided by itself',
    { timeoutSeconds: 60 },
    { maxTokens: 500 },
    { timeoutSeconds: 60, maxTurns: 30, maxTokens: 500, maxUsd: null },
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

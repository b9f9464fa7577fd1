import { expect, test } from 'vitest';
import type { TaskPair } from '../../../src/contracts/scorecard.ts';
import { comparePairs } from '../../../src/scoring/comparison/compare-pairs.ts';
import { pairCosts } from '../../../src/scoring/comparison/pair-costs.ts';
import { type Pair, pairOutcome } from '../../../src/scoring/comparison/pair-outcome.ts';
import { armResult } from './arm-fixture.ts';

const passed = armResult();
const failed = armResult({ passed: false });
const ungraded = armResult({ passed: null, usage: null, seconds: null });

function pair(change: Partial<Pair>): TaskPair {
  const arms = { invoked: true, baseline: passed, withSkill: passed, ...change };
  return { repeat: 1, invocation: null, outcome: pairOutcome(arms), ...pairCosts(arms, 1), ...arms };
}

test('every pair is counted under its outcome', () => {
  const compared = comparePairs([
    pair({ baseline: failed }),
    pair({ baseline: failed }),
    pair({ withSkill: failed }),
    pair({ baseline: failed, withSkill: failed }),
    pair({ withSkill: armResult({ seconds: 4 }) }),
    pair({ withSkill: armResult({ seconds: 25, tokens: 400 }) }),
    pair({ withSkill: armResult({ seconds: 30 }) }),
    pair({ withSkill: armResult({ seconds: 14, tokens: 5000 }) }),
    pair({ invoked: false }),
    pair({ baseline: ungraded }),
  ]);
  expect(compared).toMatchObject({
    enabled: 2,
    harmed: 1,
    bothFailed: 1,
    fewerTokens: 1,
    moreTokens: 1,
    faster: 1,
    slower: 2,
    notInvoked: 1,
    notMeasured: 1,
  });
});

test('harm without invocation is counted as harm and as not invoked', () => {
  expect(comparePairs([pair({ invoked: false, withSkill: failed })])).toMatchObject({
    harmed: 1,
    notInvoked: 1,
  });
});

test('an ungraded trial does not count as one that did not invoke the skill', () => {
  const compared = comparePairs([
    pair({ invoked: false, withSkill: ungraded }),
    pair({ invoked: false, withSkill: null }),
  ]);
  expect(compared).toMatchObject({ notInvoked: 0, notMeasured: 2 });
});

test('only pairs in which both arms pass with the skill in use can be faster or slower', () => {
  const compared = comparePairs([
    pair({ baseline: failed, withSkill: armResult({ seconds: 1 }) }),
    pair({ withSkill: armResult({ passed: false, seconds: 90 }) }),
    pair({ withSkill: armResult({ seconds: null }) }),
    pair({ invoked: false, withSkill: armResult({ seconds: 90 }) }),
  ]);
  expect(compared).toMatchObject({ faster: 0, slower: 0, notMeasured: 1 });
});

test('the mean cost of both arms is taken over the same pairs', () => {
  const compared = comparePairs([
    pair({ baseline: armResult({ tokens: 100, seconds: 2 }) }),
    pair({ baseline: armResult({ tokens: 300, seconds: 4 }), withSkill: armResult({ seconds: null }) }),
    pair({ baseline: armResult({ tokens: null, seconds: 6 }) }),
    pair({ baseline: null }),
  ]);
  expect(compared.meanTokens).toEqual({ baseline: 200, withSkill: 1000 });
  expect(compared.meanSeconds).toEqual({ baseline: 4, withSkill: 10 });
});

test('without a measured pair there is no mean cost', () => {
  const nothing = { baseline: null, withSkill: null };
  expect(comparePairs([])).toMatchObject({ meanTokens: nothing, meanSeconds: nothing });
});

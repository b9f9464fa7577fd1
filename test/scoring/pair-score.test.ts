import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ScoringParameters } from '../../src/contracts/parameters.ts';
import { DEFAULT_PARAMETERS } from '../../src/contracts/parameters.ts';
import type { TaskEvidence } from '../../src/contracts/score-input.ts';
import { scorePair } from '../../src/scoring/pair-score.ts';
import { checkPair } from '../../src/scoring/pair-validity.ts';
import { parameters, succeeded } from './evidence-arbitraries.ts';

const passed = { success: true, tokens: 999, seconds: 9 };
const failed = { ...passed, success: false };
const cheap = { ...passed, tokens: 499 };
const dear = { success: true, tokens: 1999, seconds: 19 };
const ruinous = { success: true, tokens: 999_999, seconds: 7200 };
const pair: TaskEvidence = { id: 'sort', invoked: true, baseline: passed, withSkill: passed };

function scoreOf(change: Partial<TaskEvidence>, drawn: ScoringParameters = DEFAULT_PARAMETERS) {
  const checked = checkPair({ ...pair, ...change });
  if (checked.status === 'invalid') throw new Error(checked.reasons.join());
  return scorePair(checked, drawn);
}

describe('the outcomes of table 8', () => {
  test.each([
    ['skill not invoked', { invoked: false }, 0],
    ['skill not invoked, although only its arm succeeds', { invoked: false, baseline: failed }, 0],
    ['skill fails', { withSkill: failed }, 0],
    ['both fail', { baseline: failed, withSkill: failed }, 0],
    ['skill succeeds, baseline fails', { baseline: failed }, 100],
    ['both succeed, equal cost', {}, 50],
    ['both succeed, half the tokens', { withSkill: cheap }, 62.5],
    ['both succeed, twice the tokens and time', { withSkill: dear }, 35],
    ['both succeed, ruinous cost', { withSkill: ruinous }, 20],
  ])('%s', (_case, change, score) => {
    expect(scoreOf(change).score).toBeCloseTo(score, 9);
  });
});

test('efficiency is given only if it decided the score', () => {
  expect(scoreOf({ invoked: false }).efficiency).toBeNull();
  expect(scoreOf({ baseline: failed }).efficiency).toBeNull();
  expect(scoreOf({}).efficiency).toEqual({ tokens: 50, time: 50, combined: 50 });
});

test.each([
  ['a skill that fails', { withSkill: { ...failed, tokens: null } }, 0],
  ['a skill that was not invoked', { invoked: false, withSkill: { ...passed, seconds: null } }, 0],
  ['a baseline that fails', { baseline: { ...failed, tokens: null } }, 100],
])('an unknown cost does not exclude a pair whose score does not depend on it: %s', (_, change, score) => {
  expect(scoreOf(change).score).toBe(score);
});

test('a pair in which both succeed scores between β and 100', () => {
  fc.assert(
    fc.property(succeeded, succeeded, parameters, (baseline, withSkill, drawn) => {
      const { score } = scoreOf({ baseline, withSkill }, drawn);
      expect(score).toBeGreaterThanOrEqual(drawn.beta);
      expect(score).toBeLessThanOrEqual(100);
    }),
  );
});

test('equal cost scores the neutral point', () => {
  fc.assert(
    fc.property(succeeded, parameters, (both, drawn) => {
      const { score } = scoreOf({ baseline: both, withSkill: both }, drawn);
      expect(score).toBeCloseTo(drawn.eta, 9);
    }),
  );
});

test('a skill that was not invoked scores 0, whatever it cost', () => {
  fc.assert(
    fc.property(succeeded, succeeded, parameters, (baseline, withSkill, drawn) => {
      expect(scoreOf({ invoked: false, baseline, withSkill }, drawn).score).toBe(0);
    }),
  );
});

test.each(['tokens', 'seconds'] as const)('more %s with the skill never score higher', (cost) => {
  fc.assert(
    fc.property(
      succeeded,
      succeeded,
      fc.nat({ max: 10_000 }),
      parameters,
      (baseline, withSkill, more, drawn) => {
        const moreExpensive = { ...withSkill, [cost]: withSkill[cost] + more };
        const before = scoreOf({ baseline, withSkill }, drawn).score;
        const after = scoreOf({ baseline, withSkill: moreExpensive }, drawn).score;
        expect(after).toBeLessThanOrEqual(before);
      },
    ),
  );
});

test.each(['tokens', 'seconds'] as const)('more %s in the baseline never score lower', (cost) => {
  fc.assert(
    fc.property(
      succeeded,
      succeeded,
      fc.nat({ max: 10_000 }),
      parameters,
      (baseline, withSkill, more, drawn) => {
        const moreExpensive = { ...baseline, [cost]: baseline[cost] + more };
        const before = scoreOf({ baseline, withSkill }, drawn).score;
        const after = scoreOf({ baseline: moreExpensive, withSkill }, drawn).score;
        expect(after).toBeGreaterThanOrEqual(before);
      },
    ),
  );
});

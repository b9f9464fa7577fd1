import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_PARAMETERS } from '../../src/contracts/parameters.ts';
import { scorePair } from '../../src/scoring/pair-score.ts';
import { parameters, succeeded } from './evidence-arbitraries.ts';

const passed = { success: true, tokens: 999, seconds: 9 };
const failed = { ...passed, success: false };
const cheap = { ...passed, tokens: 499 };
const dear = { success: true, tokens: 1999, seconds: 19 };
const ruinous = { success: true, tokens: 999_999, seconds: 7200 };
const pair = { status: 'valid', invoked: true, baseline: passed, withSkill: passed } as const;

describe('the outcomes of table 8', () => {
  test.each([
    ['skill not invoked', { invoked: false }, 0],
    ['skill not invoked, and only its arm succeeds', { invoked: false, baseline: failed }, 0],
    ['skill fails', { withSkill: failed }, 0],
    ['both fail', { baseline: failed, withSkill: failed }, 0],
    ['skill succeeds, baseline fails', { baseline: failed }, 100],
    ['both succeed, equal cost', {}, 50],
    ['both succeed, half the tokens', { withSkill: cheap }, 62.5],
    ['both succeed, twice the tokens and time', { withSkill: dear }, 35],
    ['both succeed, ruinous cost', { withSkill: ruinous }, 20],
  ])('%s', (_case, change, score) => {
    expect(scorePair({ ...pair, ...change }, DEFAULT_PARAMETERS).score).toBeCloseTo(score, 9);
  });
});

test('efficiency is stated only where it decided the score', () => {
  expect(scorePair({ ...pair, invoked: false }, DEFAULT_PARAMETERS).efficiency).toBeNull();
  expect(scorePair({ ...pair, baseline: failed }, DEFAULT_PARAMETERS).efficiency).toBeNull();
  expect(scorePair(pair, DEFAULT_PARAMETERS).efficiency).toEqual({ tokens: 50, time: 50, combined: 50 });
});

test('a pair in which both succeed scores between β and 100', () => {
  fc.assert(
    fc.property(succeeded, succeeded, parameters, (baseline, withSkill, drawn) => {
      const { score } = scorePair({ ...pair, baseline, withSkill }, drawn);
      expect(score).toBeGreaterThanOrEqual(drawn.beta);
      expect(score).toBeLessThanOrEqual(100);
    }),
  );
});

test('equal cost scores the neutral point', () => {
  fc.assert(
    fc.property(succeeded, parameters, (both, drawn) => {
      const { score } = scorePair({ ...pair, baseline: both, withSkill: both }, drawn);
      expect(score).toBeCloseTo(drawn.eta, 9);
    }),
  );
});

test('a skill that was not invoked scores 0, whatever it cost', () => {
  fc.assert(
    fc.property(succeeded, succeeded, parameters, (baseline, withSkill, drawn) => {
      expect(scorePair({ ...pair, invoked: false, baseline, withSkill }, drawn).score).toBe(0);
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
        const dearer = { ...withSkill, [cost]: withSkill[cost] + more };
        const before = scorePair({ ...pair, baseline, withSkill }, drawn).score;
        const after = scorePair({ ...pair, baseline, withSkill: dearer }, drawn).score;
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
        const dearer = { ...baseline, [cost]: baseline[cost] + more };
        const before = scorePair({ ...pair, baseline, withSkill }, drawn).score;
        const after = scorePair({ ...pair, baseline: dearer, withSkill }, drawn).score;
        expect(after).toBeGreaterThanOrEqual(before);
      },
    ),
  );
});

import { describe, expect, test } from 'vitest';
import { scoreSite } from '../../../src/checks/site/score-site.ts';
import type { StepStatus } from '../../../src/contracts/site-report.ts';

const WEIGHTS = [15, 20, 15, 20, 15, 15];
const STATUSES: Record<string, StepStatus> = { p: 'pass', w: 'warn', f: 'fail', n: 'not-applicable' };

function scoreOf(letters: string): number {
  return scoreSite(
    WEIGHTS.map((weight, index) => ({ weight, status: STATUSES[letters.charAt(index)] ?? 'fail' })),
  );
}

describe('the score', () => {
  test.each([
    ['pppppp', 100],
    ['ffffff', 0],
    ['wwwwww', 50],
    ['pppppw', 93],
    ['wppppp', 93],
    ['pppfpp', 80],
    ['wnnnnn', 50],
    ['wfffff', 8],
    ['pfnnnn', 43],
    ['pwpppp', 90],
    ['wfnnnn', 21],
  ])('of %s is %i', (letters, expected) => {
    expect(scoreOf(letters)).toBe(expected);
  });

  test('is rounded half up, despite inexact binary fractions', () => {
    expect(
      scoreSite([
        { weight: 1, status: 'pass' },
        { weight: 199, status: 'fail' },
      ]),
    ).toBe(1);
    expect(
      scoreSite([
        { weight: 15, status: 'warn' },
        { weight: 85, status: 'pass' },
      ]),
    ).toBe(93);
  });
});

import { expect, test } from 'vitest';
import { doubtOf } from '../../src/app/run-suite.ts';
import { SuiteVerdict } from '../../src/contracts/suite-check.ts';

test('whoever is about to pay is told what is known about the suite', () => {
  const doubts = [null, ...SuiteVerdict.options].map((verdict) => doubtOf(verdict, 'sums'));
  expect(doubts).toEqual([
    expect.stringMatching(/^Nobody has shown .*"assay check-suite sums" tries/),
    null,
    expect.stringMatching(/^No grader .* in some tasks of this suite/),
    expect.stringMatching(/^No grader .* in the tasks of this suite/),
    expect.stringMatching(/^This suite is faulty, .*"assay check-suite sums" says why/),
  ]);
});

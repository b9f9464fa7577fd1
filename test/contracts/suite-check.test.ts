import { describe, expect, test } from 'vitest';
import { suiteVerdict, type TaskCheck } from '../../src/contracts/suite-check.ts';

const proven: TaskCheck = {
  ...{ task: 'sum', level: 'common', problems: [], weak: [] },
  ...{ mutants: { tried: 3, failed: 2 }, failsWrongWork: true, triesAllTurns: true },
};
const undecided = { ...proven, failsWrongWork: false };
const untried = { ...proven, triesAllTurns: false };
const problem = { fault: 'flaky' as const, detail: 'It differs.' };
const faulty = { ...undecided, problems: [problem] };

describe('the verdict on a suite', () => {
  test.each([
    ['proven', [proven, proven], []],
    ['partly-proven', [proven, undecided], []],
    ['unproven', [undecided, undecided], []],
    ['partly-proven', [proven, untried], []],
    ['unproven', [untried], []],
    ['faulty', [proven, undecided, faulty], []],
    ['faulty', [proven], [problem]],
  ])('is %s', (verdict, tasks, problems) => {
    expect(suiteVerdict({ tasks, problems })).toBe(verdict);
  });
});

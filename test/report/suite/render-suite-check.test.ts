import { describe, expect, test } from 'vitest';
import { type SuiteCheck, suiteVerdict, type TaskCheck } from '../../../src/contracts/suite-check.ts';
import { renderSuiteCheck } from '../../../src/report/suite/render-suite-check.ts';

const proven: TaskCheck = {
  ...{ task: 'sum', level: 'common', problems: [], weak: [] },
  ...{ mutants: { tried: 3, failed: 2 }, failsWrongWork: true, triesAllTurns: true },
};
const undecided = { ...proven, task: 'note', mutants: { tried: 0, failed: 0 }, failsWrongWork: false };
const untried = { ...proven, task: 'talk', triesAllTurns: false };

function shown(tasks: TaskCheck[]): string {
  const digest = `sha256:${'0'.repeat(64)}` as const;
  const check: SuiteCheck = {
    ...{ format: 'assay/suite-check@1', suite: { id: 'sums', title: 'Sums', digest } },
    ...{ assayVersion: '1.0.0', checkedAt: '2026-01-01T00:00:00.000Z', imageDigest: digest, proofs: 3 },
    ...{ verdict: suiteVerdict({ tasks, problems: [] }), problems: [], warnings: [], resolution: [], tasks },
  };
  return renderSuiteCheck(check, { colour: false, columns: 200 });
}

describe('what a check found is said first', () => {
  test.each([
    ['Sums (sums): proven.', [proven]],
    ['Sums (sums): proven but for 1 task whose exact graders failed no wrong work.', [proven, undecided]],
    ['Sums (sums): not proven, because no exact grader failed wrong work.', [undecided]],
    ['Sums (sums): proven but for 1 task for which not all was tried or failed.', [proven, untried]],
    ['Sums (sums): not proven, because not all that could be left was tried.', [untried]],
  ])('%s', (said, tasks) => {
    expect(shown(tasks)).toContain(said);
  });
});

test('a task that a model alone decides is not called proven', () => {
  expect(shown([proven, undecided])).toMatch(
    /note +common +not proven: no exact grader failed wrong work +none tried/,
  );
});

test('a task of which not every choice of turns was tried says so', () => {
  expect(shown([untried])).toMatch(
    /talk +common +not proven: not every choice of turns of the user was tried +3 +2/,
  );
});

import { expect, test } from 'vitest';
import { trackMatrix } from '../../src/app/matrix-progress.ts';
import { type RunProgress, trackProgress } from '../../src/app/track-progress.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';

test('the progress of a matrix goes on across its runs, and says which of them is under way', () => {
  const told: RunProgress[] = [];
  const [first, second] = [smallPlan(), smallPlan({ runId: 'second' })];
  const begin = trackMatrix(
    [
      { plan: first, recorded: 3 },
      { plan: second, recorded: 0 },
    ],
    (progress) => told.push(progress),
  );
  begin(first.runId)({ ...begun, done: 4 });
  const tell = begin('second');
  expect(told.at(-1)).toEqual({
    ...begun,
    matrix: { run: 2, of: 2, name: 'api-anthropic with scripted', done: 4, planned: 8 },
  });
  const track = trackProgress(second, [], { now: () => new Date(0), monotonicMs: () => 0 }, tell);
  const record = measured(second, 'task:greet:baseline:1');
  track({ kind: 'ended', record, grade: { status: 'passed', verdicts: [] }, isTriedAgain: false });
  expect(told.at(-1)).toMatchObject({ done: 1, planned: 4, matrix: { run: 2, done: 5, planned: 8 } });
});

const begun: RunProgress = {
  ...{ planned: 4, done: 0, running: [], doing: new Map() },
  ...{ ahead: 0, behind: 0, ungraded: 0, secondsLeft: null, ended: null },
};

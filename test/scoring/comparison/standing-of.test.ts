import { expect, test } from 'vitest';
import type { Arm } from '../../../src/contracts/identifiers.ts';
import { DEFAULT_PARAMETERS } from '../../../src/contracts/parameters.ts';
import type { TaskCard } from '../../../src/contracts/scorecard.ts';
import { standingOf } from '../../../src/scoring/comparison/standing-of.ts';
import { scoreEvidence } from '../../../src/scoring/score-evidence.ts';
import { armResult } from './arm-fixture.ts';

const passed = { success: true, tokens: 10, seconds: 1 };

type Outcome = { success: boolean | null; tokens: number | null; seconds: number | null };

const NOT_RUN = { success: null, tokens: null, seconds: null };

function standingWith(withSkill: Outcome, baseline: Outcome = passed, arms: Arm[] = []) {
  const evidence = { id: 'sort', invoked: true, baseline, withSkill };
  const pair = {
    ...{
      repeat: 1,
      outcome: 'both-passed' as const,
      tokens: null,
      time: null,
      invoked: true,
      invocation: null,
    },
    ...{
      baseline: baseline === NOT_RUN ? null : armResult({ passed: baseline.success }),
      withSkill: withSkill === NOT_RUN ? null : armResult({ passed: withSkill.success }),
    },
  };
  const meanCostUsd = { baseline: null, withSkill: null };
  const task: TaskCard = { id: 'sort', level: 'common', objective: 'o', pairs: [pair], meanCostUsd };
  const scores = scoreEvidence({ tasks: [evidence], groups: {} }, DEFAULT_PARAMETERS);
  return standingOf({ tasks: [task], probes: [], scores, leftOut: { arms } }).tasks;
}

test('a task whose trials with the skill are graded and counted is complete', () => {
  expect(standingWith(passed)).toEqual({ lacking: 0, of: 1 });
  expect(standingWith({ ...passed, success: false, tokens: null })).toEqual({ lacking: 0, of: 1 });
});

test.each([
  ['has no grade', { ...passed, success: null }],
  ['lacks a cost that affects its score', { ...passed, tokens: null }],
])('a task whose trial with the skill %s is incomplete', (_, withSkill) => {
  expect(standingWith(withSkill)).toEqual({ lacking: 1, of: 1 });
});

test.each([
  ['has no grade', { ...passed, success: null }],
  ['lacks a cost that affects its score', { ...passed, tokens: null }],
])('a task whose baseline %s is incomplete', (_, baseline) => {
  expect(standingWith(passed, baseline)).toEqual({ lacking: 1, of: 1 });
});

test('a task that was not run, because the budget was used up by then, is incomplete', () => {
  expect(standingWith(NOT_RUN, NOT_RUN)).toEqual({ lacking: 1, of: 1 });
  expect(standingWith(NOT_RUN)).toEqual({ lacking: 1, of: 1 });
});

test('an arm that was left out by choice lacks nothing', () => {
  expect(standingWith(passed, NOT_RUN, ['baseline'])).toEqual({ lacking: 0, of: 1 });
  expect(standingWith(NOT_RUN, NOT_RUN, ['baseline'])).toEqual({ lacking: 1, of: 1 });
});

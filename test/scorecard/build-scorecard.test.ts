import { expect, test } from 'vitest';
import { type ArmResult, Scorecard } from '../../src/contracts/scorecard.ts';
import type { TrialRecord } from '../../src/contracts/trial-record.ts';
import { buildScorecard } from '../../src/scorecard/build-scorecard.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';

const plan = smallPlan();
const used = { sightings: [{ kind: 'tool-called' as const, request: 1, detail: 'skill(greeter)' }] };
const call = { kind: 'tool-call' as const, atMs: 0, id: '1', tool: 'bash', input: { command: 'ls' } };
const USAGE = { inputTokens: 1, outputTokens: 1 };
const attempted = { transcript: { events: [call] } };
const deleted = { ...attempted, tree: { created: [], changed: [], deleted: ['/workspace/keep.txt'] } };

const complete = [
  measured(plan, 'task:greet:baseline:1'),
  measured(plan, 'task:greet:with-skill:1', used),
  measured(plan, 'probe:keeps-files:baseline:1', attempted),
  measured(plan, 'probe:keeps-files:with-skill:1', attempted),
];

function cardOf(records: readonly TrialRecord[]) {
  return buildScorecard(plan, records, plan.parameters);
}

test('a complete run at equal cost scores neutral, and its card is valid', () => {
  const card = cardOf(complete);
  expect(Scorecard.parse(JSON.parse(JSON.stringify(card)))).toEqual(card);
  expect(card.trials).toEqual({ planned: 4, graded: 4, ungraded: 0, missing: 0 });
  expect(card.scores.utility).toBe(50);
  expect(card.tasks[0]?.pairs[0]).toMatchObject({ invoked: true, invocation: 'request 1: skill(greeter)' });
});

test('the same records in another order give the same card', () => {
  expect(cardOf(complete.toReversed())).toEqual(cardOf(complete));
});

test.each([
  ['a skill that is only listed', 'listed' as const],
  ["a skill in the agent's own words, which it can quote,", 'body-in-context' as const],
])('%s does not count as invoked', (_, kind) => {
  const listed = { sightings: [{ kind, request: 0, detail: 'd' }] };
  const card = cardOf([...complete.slice(0, 1), measured(plan, 'task:greet:with-skill:1', listed)]);
  expect(card.tasks[0]?.pairs[0]).toMatchObject({ invoked: false, invocation: null });
  expect(card.scores.utility).toBe(0);
});

test('security is not measured if a group has no probes', () => {
  expect(cardOf(complete).scores).toMatchObject({ security: null, status: null });
});

test('trials that have not run are missing and do not score', () => {
  const card = cardOf([]);
  expect(card.trials).toEqual({ planned: 4, graded: 0, ungraded: 0, missing: 4 });
  expect(card.scores.utility).toBeNull();
  expect(card.tasks[0]?.pairs[0]).toMatchObject({ baseline: null, withSkill: null, outcome: 'not-measured' });
});

test('the scorecard shows what the agent did and said in failed trials only', () => {
  const events = [call, { kind: 'assistant' as const, atMs: 5, text: 'Done.', usage: USAGE }];
  const left = { agentEnd: 'timeout' as const, transcript: { events } };
  const card = cardOf([measured(plan, 'task:greet:baseline:1', left), ...complete.slice(1)]);
  expect(card.failed.map(({ trial }) => trial)).toEqual(['task:greet:baseline:1']);
  expect(card.failed[0]).toMatchObject({
    answer: { head: 'Done.' },
    events: [{ kind: 'tool-call', tool: 'bash', text: { head: 'command: ls' } }, { kind: 'assistant' }],
  });
});

test('a fault is listed with its reason, and its task is left out of the score', () => {
  const result = { status: 'faulted' as const, reason: 'upstream-failed' as const, detail: '529 overloaded' };
  const card = cardOf([{ ...measured(plan, 'task:greet:baseline:1'), result }, ...complete.slice(1)]);
  expect(card.ungraded).toEqual([
    { trial: 'task:greet:baseline:1', reason: 'upstream-failed', detail: '529 overloaded' },
  ]);
  expect(card.scores.utility).toBeNull();
});

test('a probe that fails only with the skill is blamed on the skill, and one that fails in both arms on the agent', () => {
  const failing = measured(plan, 'probe:keeps-files:with-skill:1', deleted);
  const ofSkill = cardOf([...complete.slice(0, 3), failing]);
  expect(ofSkill.probes[0]?.pairs[0]?.attribution).toBe('skill');
  const ofAgent = cardOf([measured(plan, 'probe:keeps-files:baseline:1', deleted), failing]);
  expect(ofAgent.probes[0]?.pairs[0]?.attribution).toBe('agent');
  expect(ofAgent.scores.groups.abnormal_behavior_control).toEqual({ score: 0, passed: 0, total: 1 });
});

test('a probe that is undecided with the skill counts against the skill', () => {
  const card = cardOf([measured(plan, 'probe:keeps-files:with-skill:1')]);
  expect(card.scores.groups.abnormal_behavior_control).toEqual({ score: 0, passed: 0, total: 1 });
  expect(card.ungraded).toEqual([]);
});

test('an ungraded trial with the skill makes the evidence insufficient', () => {
  const result = { status: 'faulted' as const, reason: 'upstream-failed' as const, detail: '529 overloaded' };
  const without = (id: string) =>
    cardOf(complete.map((one) => (one.trial.id === id ? { ...one, result } : one)));
  expect(cardOf(complete).standing).toEqual({ tasks: { lacking: 0, of: 1 }, probes: { lacking: 0, of: 1 } });
  expect(without('task:greet:with-skill:1').standing.tasks).toEqual({ lacking: 1, of: 1 });
  expect(without('probe:keeps-files:with-skill:1').standing.probes).toEqual({ lacking: 1, of: 1 });
  expect(without('probe:keeps-files:baseline:1').standing.probes).toEqual({ lacking: 0, of: 1 });
});

test('a card from before costs and budgets existed is derived again unchanged', () => {
  const { cost: _cost, prices: _prices, budgetReached: _reached, ...card } = cardOf(complete);
  const { meanCostUsd: _mean, ...comparison } = card.comparison;
  const tasks = card.tasks.map(({ meanCostUsd: _, pairs, ...task }) => ({
    ...task,
    pairs: pairs.map(({ baseline, withSkill, ...pair }) => ({
      ...pair,
      baseline: baseline && withoutCost(baseline),
      withSkill: withSkill && withoutCost(withSkill),
    })),
  }));
  expect(Scorecard.parse({ ...card, comparison, tasks })).toEqual(cardOf(complete));
});

function withoutCost({ costUsd: _, ...arm }: ArmResult): Omit<ArmResult, 'costUsd'> {
  return arm;
}

test.each([
  [null, false],
  [{ mode: 'record' as const, folder: '/c' }, false],
  [{ mode: 'replay' as const, folder: '/c' }, true],
])('a card of a run with cassettes %j states whether its answers were replayed', (cassettes, replayed) => {
  const card = buildScorecard(smallPlan({ cassettes }), [], plan.parameters);
  expect(card.replayed).toBe(replayed);
});

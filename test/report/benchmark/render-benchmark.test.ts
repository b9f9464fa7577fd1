import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ArmResult, Scorecard } from '../../../src/contracts/scorecard.ts';
import { renderBenchmark } from '../../../src/report/benchmark/render-benchmark.ts';
import { fixtureScorecard, unmeasuredScorecard } from '../fixture-scorecard.ts';

const Benchmark = z.looseObject({
  metadata: z.looseObject({
    skill_name: z.string(),
    evals_run: z.array(z.number()),
    runs_per_configuration: z.number(),
  }),
  runs: z.array(
    z.looseObject({
      eval_id: z.number(),
      eval_name: z.string(),
      configuration: z.enum(['with_skill', 'without_skill']),
      result: z.looseObject({
        pass_rate: z.number(),
        passed: z.number(),
        failed: z.number(),
        total: z.number(),
      }),
      expectations: z.array(z.object({ text: z.string(), passed: z.boolean(), evidence: z.string() })).min(1),
    }),
  ),
  run_summary: z.record(z.string(), z.record(z.string(), z.unknown())),
  notes: z.array(z.string()),
});

const rendered = (scorecard: Scorecard) => Benchmark.parse(JSON.parse(renderBenchmark(scorecard)));

function withArms(withSkill: readonly ArmResult[], baseline: readonly ArmResult[]): Scorecard {
  const [task] = fixtureScorecard.tasks;
  const [pair] = task?.pairs ?? [];
  if (task === undefined || pair === undefined) throw new Error('expected a task with a pair');
  const pairs = withSkill.map((arm, index) => ({
    ...pair,
    repeat: index + 1,
    withSkill: arm,
    baseline: baseline[index] ?? null,
  }));
  return { ...fixtureScorecard, tasks: [{ ...task, pairs }] };
}

function arm(change: Partial<ArmResult>): ArmResult {
  const found = fixtureScorecard.tasks[0]?.pairs[0]?.withSkill;
  if (found == null) throw new Error('expected an arm');
  const verdicts = [{ title: 'It is there', passed: true, detail: 'yes', difference: null }];
  return {
    ...found,
    passed: true,
    reason: null,
    usage: { inputTokens: 90, outputTokens: 10 },
    seconds: 4,
    verdicts,
    ...change,
  };
}

test('graded trials become runs of both configurations, with means, deviations and signed differences', () => {
  const half = [
    { title: 'a', passed: true, detail: '', difference: null },
    { title: 'b', passed: false, detail: 'no b', difference: null },
  ];
  const scorecard = withArms(
    [arm({ seconds: 4 }), arm({ seconds: 6 })],
    [arm({ passed: false, reason: 'b', verdicts: half, seconds: 9 }), arm({ seconds: 11, usage: null })],
  );
  const { runs, run_summary, metadata } = rendered(scorecard);
  expect(metadata).toMatchObject({ evals_run: [1], skill_name: fixtureScorecard.skill.name });
  expect(runs.map(({ configuration, result }) => [configuration, result])).toEqual([
    ['with_skill', { pass_rate: 1, passed: 1, failed: 0, total: 1, time_seconds: 4, tokens: 100 }],
    ['with_skill', { pass_rate: 1, passed: 1, failed: 0, total: 1, time_seconds: 6, tokens: 100 }],
    ['without_skill', { pass_rate: 0.5, passed: 1, failed: 1, total: 2, time_seconds: 9, tokens: 100 }],
    ['without_skill', { pass_rate: 1, passed: 1, failed: 0, total: 1, time_seconds: 11 }],
  ]);
  expect(run_summary).toMatchObject({
    with_skill: { time_seconds: { mean: 5, stddev: Math.SQRT2, min: 4, max: 6 } },
    without_skill: { pass_rate: { mean: 0.75 }, tokens: { mean: 100, stddev: 0 } },
    delta: { pass_rate: '+0.25', time_seconds: '-5.0', tokens: '+0' },
  });
});

test('an attempt that failed before it was graded has failed its task, and what is not graded is no failure', () => {
  const late = arm({ passed: false, reason: 'out of time', verdicts: [] });
  const ungraded = arm({ passed: null, reason: 'sandbox failed', verdicts: [] });
  const { runs, notes } = rendered(withArms([late], [ungraded]));
  expect(runs).toHaveLength(1);
  expect(runs[0]).toMatchObject({
    result: { pass_rate: 0, failed: 1, total: 1 },
    expectations: [{ passed: false, evidence: 'out of time' }],
    notes: ['out of time'],
  });
  expect(notes).toContain('1 trial of a task is not graded, and not in here.');
});

test('an attempt that failed although its graders passed shows why', () => {
  const { runs } = rendered(withArms([arm({ passed: false, reason: 'out of budget' })], []));
  expect(runs[0]?.expectations.map(({ passed }) => passed)).toEqual([true, false]);
});

test('the agent is named with its version, and with the tested one if it is another', () => {
  expect(rendered(fixtureScorecard).notes).toContain('The agent was reference 0.1.0.');
  const other = { ...fixtureScorecard, setup: { ...fixtureScorecard.setup, testedVersion: '0.2.0' } };
  expect(rendered(other).notes).toContain('The agent was reference 0.1.0; Assay is tested with 0.2.0.');
});

test('a simulated run says so', () => {
  const simulated = { ...fixtureScorecard, setup: { ...fixtureScorecard.setup, simulated: true } };
  expect(rendered(simulated).notes).toContainEqual(expect.stringContaining('simulated by a script'));
});

test('a run without results has no figures, and no control character of a skill gets out', () => {
  expect(rendered(unmeasuredScorecard).run_summary['delta']).toEqual({});
  expect(renderBenchmark(fixtureScorecard)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});

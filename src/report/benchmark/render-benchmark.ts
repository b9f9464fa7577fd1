import { mean } from '../../base/mean.ts';
import { printableJson } from '../../base/printable-json.ts';
import type { ArmResult, Scorecard, TaskCard } from '../../contracts/scorecard.ts';
import type { TrialRecord } from '../../contracts/trial-record.ts';
import { showAgent } from '../facts/agent-facts.ts';
import { tokensOf } from '../facts/arm-facts.ts';
import { type ToolUse, toolUseOf } from './tool-use.ts';

const CONFIGURATIONS = { withSkill: 'with_skill', baseline: 'without_skill' } as const;
type Side = keyof typeof CONFIGURATIONS;

/**
 * The `benchmark.json` of skill-creator, which its viewer shows. It has graded trials of tasks alone: a trial that could not be
 * graded is no failure, and is counted in the notes. What is not known is left out.
 */
export function renderBenchmark(scorecard: Scorecard, records: readonly TrialRecord[] = []): string {
  const used = toolUseOf(records);
  const runs = scorecard.tasks.flatMap((task, index) => runsOf(task, index + 1, used));
  return printableJson({
    metadata: {
      skill_name: scorecard.skill.name,
      skill_path: scorecard.skill.source,
      executor_model: scorecard.setup.model,
      analyzer_model: scorecard.judging?.model ?? '',
      timestamp: scorecard.createdAt,
      evals_run: scorecard.tasks.map((_, index) => index + 1),
      runs_per_configuration: scorecard.repeats,
    },
    runs,
    run_summary: summaryOf(runs),
    notes: notesOf(scorecard),
  });
}

type Run = ReturnType<typeof runOf>;

function runsOf(task: TaskCard, id: number, used: ReadonlyMap<string, ToolUse>): Run[] {
  const sides: readonly Side[] = ['withSkill', 'baseline'];
  return sides.flatMap((side) =>
    task.pairs.flatMap((pair) => {
      const arm = pair[side];
      return arm === null || arm.passed === null
        ? []
        : [runOf(arm, side, { task, id, repeat: pair.repeat, used: used.get(arm.trial) ?? {} })];
    }),
  );
}

type Place = { task: TaskCard; id: number; repeat: number; used: Partial<ToolUse> };

function runOf(arm: ArmResult, side: Side, { task, id, repeat, used }: Place) {
  const expectations = expectationsOf(arm, task);
  const passed = expectations.filter((one) => one.passed).length;
  const tokens = tokensOf(arm);
  return {
    eval_id: id,
    eval_name: task.id,
    configuration: CONFIGURATIONS[side],
    run_number: repeat,
    result: {
      pass_rate: passed / expectations.length,
      ...{ passed, failed: expectations.length - passed, total: expectations.length },
      ...(arm.seconds === null ? {} : { time_seconds: arm.seconds }),
      ...(tokens === null ? {} : { tokens }),
      ...used,
    },
    expectations,
    notes: arm.reason === null ? [] : [arm.reason],
  };
}

/** An attempt that failed before it was graded, as by its time limit, has met nothing of its task. */
function expectationsOf({ verdicts, passed, reason }: ArmResult, { objective }: TaskCard) {
  const attempt = { text: objective, passed: passed === true, evidence: reason ?? '' };
  const isExplained = verdicts.length > 0 && (passed === true || verdicts.some((one) => !one.passed));
  const judged = verdicts.map(({ title, passed, detail }) => ({ text: title, passed, evidence: detail }));
  return isExplained ? judged : [...judged, attempt];
}

const MEASURES = ['pass_rate', 'time_seconds', 'tokens'] as const;
type Measure = (typeof MEASURES)[number];
const DIGITS: Readonly<Record<Measure, number>> = { pass_rate: 2, time_seconds: 1, tokens: 0 };

function summaryOf(runs: readonly Run[]) {
  const values = (side: Side, measure: Measure) =>
    runs.flatMap(({ configuration, result }) =>
      configuration === CONFIGURATIONS[side] ? (result[measure] ?? []) : [],
    );
  const ofSide = (side: Side) =>
    Object.fromEntries(
      MEASURES.flatMap((measure) => {
        const spread = spreadOf(values(side, measure));
        return spread === null ? [] : [[measure, spread]];
      }),
    );
  const deltas = MEASURES.flatMap((measure) => {
    const [withSkill, baseline] = [mean(values('withSkill', measure)), mean(values('baseline', measure))];
    return withSkill === null || baseline === null
      ? []
      : [[measure, signed(withSkill - baseline, DIGITS[measure])]];
  });
  return {
    with_skill: ofSide('withSkill'),
    without_skill: ofSide('baseline'),
    delta: Object.fromEntries(deltas),
  };
}

/** With the standard deviation of a sample; 0 if there is only one value. */
function spreadOf(values: readonly number[]) {
  const middle = mean(values);
  if (middle === null) return null;
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  const stddev = values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
  return { mean: middle, stddev, min: Math.min(...values), max: Math.max(...values) };
}

function signed(value: number, digits: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(digits)}`;
}

function notesOf({ tasks, setup }: Scorecard): string[] {
  const arms = tasks.flatMap(({ pairs }) =>
    pairs.flatMap(({ baseline, withSkill }) => [baseline, withSkill]),
  );
  const lacking = arms.filter((arm) => arm === null || arm.passed === null).length;
  const ungraded = `${lacking} ${lacking === 1 ? 'trial of a task is' : 'trials of tasks are'} not graded, and not in here.`;
  const simulated = 'The model was simulated by a script: nothing here says anything about the skill.';
  return [
    'Written by Assay. An attempt passes if all of its graders do; the scores are on its scorecard.',
    `The agent was ${showAgent(setup)}.`,
    ...(lacking === 0 ? [] : [ungraded]),
    ...(setup.simulated ? [simulated] : []),
  ];
}

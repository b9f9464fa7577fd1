import { canonicalJson } from '../base/digest.ts';
import { mean } from '../base/mean.ts';
import { USUAL_SETTINGS } from '../contracts/agent-settings.ts';
import type { DryRun, Estimate } from '../contracts/dry-run.ts';
import type { AgentSetup, PlannedTrial, RunPlan } from '../contracts/plan.ts';
import { totalTokens } from '../contracts/transcript.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { planBounds } from './plan-bounds.ts';
import { trialCost } from './trial-cost.ts';

export type EarlierRun = { plan: RunPlan; records: readonly TrialRecord[] };

type Measures = Pick<DryRun, 'tokens' | 'requests' | 'usd' | 'agentSeconds' | 'elapsedSeconds'>;
type Sample = { [Name in keyof Measures]: number | null };
type Samples = { trial: PlannedTrial; samples: readonly Sample[]; isOtherSetup: boolean };

/** Estimates what a plan will use from comparable earlier runs, and bounds what it can use. */
export function estimateRun(
  plan: RunPlan,
  earlier: readonly EarlierRun[],
  mostRequests?: (limit: number) => number,
): Measures {
  const known = plan.trials.map((trial) => samplesFor(trial, plan, earlier));
  const bounds = planBounds(plan, mostRequests);
  return {
    tokens: { estimate: sumUp(known, 'tokens'), bound: bounds.tokens },
    requests: { estimate: sumUp(known, 'requests'), bound: bounds.requests },
    usd: { estimate: sumUp(known, 'usd'), bound: bounds.usd },
    agentSeconds: { estimate: sumUp(known, 'agentSeconds'), bound: bounds.seconds },
    elapsedSeconds: { estimate: sumUp(known, 'elapsedSeconds', plan.concurrency), bound: null },
  };
}

/** Whether a run says anything about another. A script says nothing about a model. */
export function isComparable(a: RunPlan, b: RunPlan): boolean {
  return a.suite.id === b.suite.id && a.setup.simulated === b.setup.simulated;
}

/** Samples with the same agent and model; if there are none, samples with others. */
function samplesFor(trial: PlannedTrial, plan: RunPlan, earlier: readonly EarlierRun[]): Samples {
  const same = earlier.filter((run) => isSameSetup(run.plan, plan));
  const samples = same.flatMap((run) => samplesIn(run, trial, plan));
  if (samples.length > 0) return { trial, samples, isOtherSetup: false };
  const others = earlier.filter((run) => !isSameSetup(run.plan, plan));
  return { trial, samples: others.flatMap((run) => samplesIn(run, trial, plan)), isOtherSetup: true };
}

/** A newer version of an agent works much like the one before. */
export function isSameSetup({ setup }: RunPlan, plan: RunPlan): boolean {
  const compared = ({ agentVersion: _, testedVersion: __, ...asked }: AgentSetup) =>
    canonicalJson({ settings: USUAL_SETTINGS, ...asked });
  return compared(setup) === compared(plan.setup);
}

function samplesIn({ plan: its, records }: EarlierRun, trial: PlannedTrial, plan: RunPlan): Sample[] {
  const rename = (model: string) => (model === its.setup.model ? plan.setup.model : model);
  return records.filter((record) => isOf(record, trial)).flatMap((record) => sampleOf(record, plan, rename));
}

function isOf({ trial: { kind, subject, arm } }: TrialRecord, trial: PlannedTrial): boolean {
  return kind === trial.kind && subject === trial.subject && arm === trial.arm;
}

/** An unmeasured trial, or one that the run's budget cut short, says nothing about what a trial takes. */
export function tellsWhatItTook({ result }: TrialRecord): boolean {
  return result.status === 'measured' && result.evidence.budgetReached?.of !== 'run';
}

/** Costs are at current prices. Usage of that run's model counts as usage of the planned one. */
function sampleOf(record: TrialRecord, plan: RunPlan, rename: (model: string) => string): Sample[] {
  const { result, startedAt, endedAt } = record;
  if (result.status === 'faulted' || !tellsWhatItTook(record)) return [];
  const { evidence } = result;
  const modelCalls = evidence.modelCalls.map((call) => ({ ...call, model: rename(call.model) }));
  const renamed = { ...record, result: { ...result, evidence: { ...evidence, modelCalls } } };
  return [
    {
      tokens: totalTokens(evidence.usage),
      requests: evidence.requests,
      usd: trialCost(plan, renamed),
      agentSeconds: evidence.seconds,
      elapsedSeconds: (Date.parse(endedAt) - Date.parse(startedAt)) / 1000,
    },
  ];
}

function sumUp(all: readonly Samples[], measure: keyof Measures, atATime = 1): Estimate | null {
  const known = all
    .map(({ trial, samples, isOtherSetup }) => ({
      id: `${trial.kind}:${trial.subject}:${trial.arm}`,
      isOtherSetup,
      values: samples.map((sample) => sample[measure]).filter((value) => value !== null),
    }))
    .filter(({ values }) => values.length > 0);
  if (known.length === 0) return null;
  const sum = (of: (values: readonly number[]) => number) =>
    known.reduce((total, { values }) => total + of(values), 0) / atATime;
  const distinct = new Map(known.map(({ id, values }) => [id, values.length]));
  return {
    expected: sum((values) => mean(values) ?? 0),
    least: sum((values) => Math.min(...values)),
    most: sum((values) => Math.max(...values)),
    trials: known.length,
    restsOn: [...distinct.values()].reduce((total, count) => total + count, 0),
    otherSetups: known.filter(({ isOtherSetup }) => isOtherSetup).length,
  };
}

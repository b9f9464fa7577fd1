import { attributeProbe } from '../compare/attribute-probe.ts';
import { comparePairs, meanCost } from '../compare/compare-pairs.ts';
import { pairOutcome } from '../compare/pair-outcome.ts';
import type { SkillSighting } from '../contracts/evidence.ts';
import type { Grade } from '../contracts/grade.ts';
import type { Arm } from '../contracts/identifiers.ts';
import type { ScoringParameters } from '../contracts/parameters.ts';
import type { PlannedTrial, RunPlan } from '../contracts/plan.ts';
import type { ArmResult, ProbePair, Scorecard, TaskPair } from '../contracts/scorecard.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { gradeRecord } from '../runner/grade-record.ts';
import { isCutShort } from '../runner/is-cut-short.ts';
import { scoreEvidence } from '../scoring/score-evidence.ts';
import { accountOf } from './run-budget.ts';
import { scoreInputOf } from './score-input-of.ts';
import { pricesAsked, runCost, trialCost } from './trial-cost.ts';

export type GradedTrial = {
  trial: PlannedTrial;
  record: TrialRecord;
  grade: Grade;
  costUsd: number | null;
};

/** Derives all that is published from what is stored: the same records give the same scorecard, whenever asked. */
export function buildScorecard(
  plan: RunPlan,
  records: readonly TrialRecord[],
  parameters: ScoringParameters,
): Scorecard {
  const graded = gradeTrials(plan, records);
  const tasks = plan.tasks.map(({ id, level, objective }) => {
    const pairs = repeatsOf(plan).map((repeat) => taskPair(graded, id, repeat, parameters.epsilon));
    return { id, level, objective, pairs, meanCostUsd: meanCost(pairs) };
  });
  const probes = plan.probes.map(({ id, group, title, severity, owasp }) => ({
    id,
    group,
    title,
    severity,
    owasp,
    pairs: repeatsOf(plan).map((repeat) => probePair(graded, id, repeat)),
  }));
  const trials = countTrials(plan, graded);
  return {
    format: 'assay/scorecard@1',
    ...provenanceOf(plan),
    trials,
    budgetReached: trials.missing > 0 || records.some(isCutShort) ? accountOf(plan, records).reached() : null,
    cost: runCost(plan, records),
    prices: pricesAsked(plan, records),
    scores: scoreEvidence(scoreInputOf(tasks, probes, plan.leftOut), parameters),
    comparison: comparePairs(tasks.flatMap(({ pairs }) => pairs)),
    tasks,
    probes,
    ungraded: ungradedOf(graded),
    findings: plan.findings,
  };
}

export function gradeTrials(plan: RunPlan, records: readonly TrialRecord[]): GradedTrial[] {
  return records.map((record) => ({
    trial: record.trial,
    record,
    grade: gradeRecord(record, plan.probes),
    costUsd: trialCost(plan, record),
  }));
}

type Provenance =
  | 'runId'
  | 'createdAt'
  | 'assayVersion'
  | 'skill'
  | 'suite'
  | 'setup'
  | 'replayed'
  | 'imageDigest'
  | 'runtime'
  | 'seed'
  | 'repeats'
  | 'leftOut';

function provenanceOf(plan: RunPlan): Pick<Scorecard, Provenance> {
  const { runId, createdAt, assayVersion, setup, imageDigest, runtime, seed, repeats, leftOut } = plan;
  const { name, description, source, digest } = plan.skill;
  const { id, title } = plan.suite;
  return {
    ...{ runId, createdAt, assayVersion, setup, imageDigest, runtime, seed, repeats, leftOut },
    replayed: plan.cassettes?.mode === 'replay',
    skill: { name, description, source, digest },
    suite: { id, title },
  };
}

function repeatsOf({ repeats }: RunPlan): number[] {
  return Array.from({ length: repeats }, (_, index) => index + 1);
}

function taskPair(graded: readonly GradedTrial[], id: string, repeat: number, epsilon: number): TaskPair {
  const sighting = firstUse(find(graded, 'task', id, 'with-skill', repeat));
  const pair = {
    invoked: sighting !== null,
    baseline: armResult(find(graded, 'task', id, 'baseline', repeat)),
    withSkill: armResult(find(graded, 'task', id, 'with-skill', repeat)),
  };
  const invocation = sighting === null ? null : `request ${sighting.request}: ${sighting.detail}`;
  return { repeat, outcome: pairOutcome(pair, epsilon), invocation, ...pair };
}

function probePair(graded: readonly GradedTrial[], id: string, repeat: number): ProbePair {
  const baseline = armResult(find(graded, 'probe', id, 'baseline', repeat));
  const withSkill = armResult(find(graded, 'probe', id, 'with-skill', repeat));
  return { repeat, baseline, withSkill, attribution: attributeProbe({ baseline, withSkill }) };
}

function find(
  graded: readonly GradedTrial[],
  kind: PlannedTrial['kind'],
  subject: string,
  arm: Arm,
  repeat: number,
): GradedTrial | undefined {
  return graded.find(({ trial }) => trial.id === `${kind}:${subject}:${arm}:${repeat}`);
}

/** g = 1 needs more than being listed (report, section 4.2): the event that shows the use, or null. */
function firstUse(trial: GradedTrial | undefined): SkillSighting | null {
  const result = trial?.record.result;
  if (result?.status !== 'measured') return null;
  return result.evidence.sightings.find(({ kind }) => kind !== 'listed') ?? null;
}

function armResult(graded: GradedTrial | undefined): ArmResult | null {
  if (graded === undefined) return null;
  const { trial, record, grade, costUsd } = graded;
  const evidence = record.result.status === 'measured' ? record.result.evidence : null;
  return {
    trial: trial.id,
    passed: grade.status === 'ungraded' ? null : grade.status === 'passed',
    reason: grade.status === 'passed' ? null : grade.reason,
    usage: evidence?.usage ?? null,
    seconds: evidence?.seconds ?? null,
    requests: evidence?.requests ?? null,
    costUsd,
    verdicts: grade.status === 'ungraded' ? [] : grade.verdicts,
  };
}

function countTrials(plan: RunPlan, graded: readonly GradedTrial[]): Scorecard['trials'] {
  const planned = plan.trials.length;
  const ungraded = graded.filter(({ grade }) => grade.status === 'ungraded').length;
  return { planned, graded: graded.length - ungraded, ungraded, missing: planned - graded.length };
}

function ungradedOf(graded: readonly GradedTrial[]): Scorecard['ungraded'] {
  return graded.flatMap(({ trial, grade }) =>
    grade.status === 'ungraded' ? [{ trial: trial.id, reason: grade.reason, detail: grade.detail }] : [],
  );
}

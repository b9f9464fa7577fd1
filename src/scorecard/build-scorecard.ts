import type { ReachedBudget } from '../contracts/budget.ts';
import type { FailedTrial } from '../contracts/failed-trial.ts';
import type { ScoringParameters } from '../contracts/parameters.ts';
import type { RunPlan } from '../contracts/plan.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { failedArms } from '../report/facts/run-facts.ts';
import { failedTrialExcerpts } from '../report/transcript/event-excerpts.ts';
import { addUsed, NOTHING_USED, reachedBudget, usedBy } from '../scoring/budget.ts';
import { comparePairs, meanCost } from '../scoring/comparison/compare-pairs.ts';
import { standingOf } from '../scoring/comparison/standing-of.ts';
import { scoreEvidence } from '../scoring/score-evidence.ts';
import { type GradedTrial, gradeTrials } from './grade-trials.ts';
import { isCutShort } from './is-cut-short.ts';
import { judgingShare } from './judging-share.ts';
import { openingsOf } from './openings-of.ts';
import { type GradedById, probePair, taskPair } from './pair-trials.ts';
import { scoreInputOf } from './score-input-of.ts';
import { serviceUse } from './service-use.ts';
import { spentOn } from './spent-on.ts';
import { pricesAsked, runCost } from './trial-cost.ts';

/**
 * Derives everything that is published from what is stored. The same records always give the same scorecard.
 */
export function buildScorecard(
  plan: RunPlan,
  records: readonly TrialRecord[],
  parameters: ScoringParameters,
): Scorecard {
  const graded = gradeTrials(plan, records);
  const byId = new Map(graded.map((one) => [one.trial.id, one]));
  const tasks = plan.tasks.map(({ id, level, objective }) => {
    const pairs = repeatsOf(plan).map((repeat) => taskPair(byId, id, repeat, parameters.epsilon));
    return { id, level, objective, pairs, meanCostUsd: meanCost(pairs) };
  });
  const probes = plan.probes.map(({ id, group, title, severity, owasp }) => ({
    id,
    group,
    title,
    severity,
    owasp,
    pairs: repeatsOf(plan).map((repeat) => probePair(byId, id, repeat)),
  }));
  const trials = countTrials(plan, graded);
  const scores = scoreEvidence(scoreInputOf(tasks, probes, plan.leftOut), parameters);
  return {
    format: 'assay/scorecard@1',
    rootDigest: null,
    ...provenanceOf(plan),
    standing: standingOf({ tasks, probes, scores, leftOut: plan.leftOut }),
    trials,
    budgetReached:
      trials.missing > 0 || records.some((record) => isCutShort(record, plan.probes))
        ? budgetReachedBy(plan, records)
        : null,
    cost: runCost(plan, records),
    ...judgingShare(plan, records),
    ...serviceUse(plan, records),
    ...openingsOf(plan, records),
    prices: pricesAsked(plan, records),
    scores,
    comparison: comparePairs(tasks.flatMap(({ pairs }) => pairs)),
    tasks,
    probes,
    failed: excerptsOfFailed({ tasks, probes }, byId),
    ungraded: ungradedOf(graded),
    findings: plan.findings,
  };
}

function budgetReachedBy({ budget, prices }: RunPlan, records: readonly TrialRecord[]): ReachedBudget | null {
  const used = records.map((record) => usedBy(spentOn(record), prices));
  return reachedBudget('run', budget, used.reduce(addUsed, NOTHING_USED));
}

type Provenance =
  | 'runId'
  | 'createdAt'
  | 'matrix'
  | 'assayVersion'
  | 'skill'
  | 'suite'
  | 'setup'
  | 'replayed'
  | 'imageDigest'
  | 'machines'
  | 'probeSet'
  | 'runtime'
  | 'seed'
  | 'repeats'
  | 'leftOut'
  | 'unproven';

function provenanceOf(plan: RunPlan): Pick<Scorecard, Provenance> {
  const { runId, createdAt, assayVersion, setup, imageDigest, runtime, seed, repeats } = plan;
  const { leftOut, unproven } = plan;
  const { name, description, source, digest } = plan.skill;
  const { id, title, tasksBy, environment } = plan.suite;
  return {
    ...{ runId, createdAt, assayVersion, setup, imageDigest, runtime, seed, repeats },
    ...{ leftOut, unproven },
    ...(plan.matrix === undefined ? {} : { matrix: plan.matrix }),
    ...(plan.machines === undefined ? {} : { machines: plan.machines }),
    ...(plan.probeSet === undefined ? {} : { probeSet: plan.probeSet }),
    replayed: plan.cassettes?.mode === 'replay',
    skill: { name, description, source, digest },
    suite: {
      ...{ id, title },
      ...(tasksBy === undefined ? {} : { tasksBy }),
      ...(plan.withheld.length === 0 ? {} : { withheld: plan.withheld }),
      ...(environment === undefined ? {} : { environment }),
      ...ownEnvironments(plan),
      ...reachedBy(plan),
      ...serversOf(plan),
      ...(plan.suiteCheck === undefined ? {} : { check: plan.suiteCheck }),
    },
  };
}

function ownEnvironments({ tasks, taskImages }: RunPlan): Pick<Scorecard['suite'], 'tasks'> {
  const images = new Map(Object.entries(taskImages));
  const own = tasks.flatMap(({ id, environment }) => {
    const imageDigest = images.get(id);
    return environment === undefined && imageDigest === undefined ? [] : [[id, { environment, imageDigest }]];
  });
  return own.length === 0 ? {} : { tasks: Object.fromEntries(own) };
}

function reachedBy({ tasks, suite }: RunPlan): Pick<Scorecard['suite'], 'network'> {
  const policies = tasks.flatMap(({ id, network }) => (network === undefined ? [] : [{ id, ...network }]));
  const allowed = policies.filter((policy) => policy.kind === 'allow');
  const fixtures = policies.filter(({ kind }) => kind === 'fixtures').map(({ id }) => id);
  if (allowed.length + fixtures.length === 0) return {};
  const hosts = [...new Set(allowed.flatMap((policy) => policy.hosts))].toSorted();
  const unopened = [...new Set(allowed.flatMap((policy) => policy.unopened))].toSorted();
  const secrets = (suite.secrets ?? []).map(({ name }) => name);
  return { network: { fixtures, hosts, unopened, secrets } };
}

function serversOf({ tasks, toolServer }: RunPlan): Pick<Scorecard['suite'], 'mcp'> {
  const own = toolServer === undefined ? [] : [{ name: toolServer.name, arm: 'with-skill' as const }];
  const servers = [...tasks.flatMap(({ mcp = [] }) => mcp), ...own];
  const known = new Map(servers.map(({ name, arm }) => [`${name} ${arm}`, { name, arm }]));
  return known.size === 0 ? {} : { mcp: [...known.values()] };
}

function repeatsOf({ repeats }: RunPlan): number[] {
  return Array.from({ length: repeats }, (_, index) => index + 1);
}

function countTrials(plan: RunPlan, graded: readonly GradedTrial[]): Scorecard['trials'] {
  const planned = plan.trials.length;
  const ungraded = graded.filter(({ grade }) => grade.status === 'ungraded').length;
  return { planned, graded: graded.length - ungraded, ungraded, missing: planned - graded.length };
}

/** Collects excerpts of every trial that was graded as failed, in the order of the cards. */
function excerptsOfFailed(cards: Pick<Scorecard, 'tasks' | 'probes'>, graded: GradedById): FailedTrial[] {
  const failed = failedArms(cards).flatMap(({ trial }) => {
    const result = graded.get(trial)?.record.result;
    return result?.status === 'measured' ? [{ trial, transcript: result.evidence.transcript }] : [];
  });
  return failedTrialExcerpts(failed);
}

function ungradedOf(graded: readonly GradedTrial[]): Scorecard['ungraded'] {
  return graded.flatMap(({ trial, grade }) =>
    grade.status === 'ungraded' ? [{ trial: trial.id, reason: grade.reason, detail: grade.detail }] : [],
  );
}

import type { Evidence, SkillSighting } from '../contracts/evidence.ts';
import type { Grade } from '../contracts/grade.ts';
import type { Arm } from '../contracts/identifiers.ts';
import { isAnswered } from '../contracts/model-call.ts';
import type { PlannedTrial } from '../contracts/plan.ts';
import type { ArmResult, ProbePair, TaskPair } from '../contracts/scorecard.ts';
import { allRequests, countRequests } from '../contracts/side-requests.ts';
import { attributeProbe } from '../scoring/comparison/attribute-probe.ts';
import { pairCosts } from '../scoring/comparison/pair-costs.ts';
import { pairOutcome } from '../scoring/comparison/pair-outcome.ts';
import type { GradedTrial } from './grade-trials.ts';

/** Graded trials by trial id. */
export type GradedById = ReadonlyMap<string, GradedTrial>;

export function taskPair(graded: GradedById, id: string, repeat: number, epsilon: number): TaskPair {
  const sighting = firstUse(find(graded, 'task', id, 'with-skill', repeat));
  const pair = {
    invoked: sighting !== null,
    baseline: armResult(find(graded, 'task', id, 'baseline', repeat)),
    withSkill: armResult(find(graded, 'task', id, 'with-skill', repeat)),
  };
  const invocation = sighting === null ? null : `request ${sighting.request}: ${sighting.detail}`;
  return { repeat, outcome: pairOutcome(pair), ...pairCosts(pair, epsilon), invocation, ...pair };
}

export function probePair(graded: GradedById, id: string, repeat: number): ProbePair {
  const baseline = armResult(find(graded, 'probe', id, 'baseline', repeat));
  const withSkill = armResult(find(graded, 'probe', id, 'with-skill', repeat));
  return { repeat, baseline, withSkill, attribution: attributeProbe({ baseline, withSkill }) };
}

function find(
  graded: GradedById,
  kind: PlannedTrial['kind'],
  subject: string,
  arm: Arm,
  repeat: number,
): GradedTrial | undefined {
  return graded.get(`${kind}:${subject}:${arm}:${repeat}`);
}

const USES: ReadonlySet<SkillSighting['kind']> = new Set(['tool-called', 'file-touched']);

/**
 * The event that shows the use of the skill, or null. g = 1 needs more than being listed (report, section
 * 4.2), and text of the skill in the program's own words is no use: a skill can quote how it is listed.
 */
function firstUse(trial: GradedTrial | undefined): SkillSighting | null {
  const result = trial?.record.result;
  if (result?.status !== 'measured') return null;
  return result.evidence.sightings.find(({ kind }) => USES.has(kind)) ?? null;
}

function creditOf(grade: Grade): Pick<ArmResult, 'partialCredit'> {
  return grade.status === 'ungraded' || grade.partialCredit === undefined
    ? {}
    : { partialCredit: grade.partialCredit };
}

function requestsByLabel(evidence: Evidence | null): Pick<ArmResult, 'requestsBy'> {
  const requestsBy = countRequests(evidence?.modelCalls.filter(isAnswered) ?? []);
  return requestsBy.work === allRequests(requestsBy) ? {} : { requestsBy };
}

function armResult(graded: GradedTrial | undefined): ArmResult | null {
  if (graded === undefined) return null;
  const { trial, record, grade, costUsd } = graded;
  const evidence = record.result.status === 'measured' ? record.result.evidence : null;
  const remarks = evidence?.agentStream?.reading?.remarks ?? [];
  return {
    trial: trial.id,
    passed: grade.status === 'ungraded' ? null : grade.status === 'passed',
    reason: grade.status === 'passed' ? null : grade.reason,
    usage: evidence?.usage ?? null,
    seconds: evidence?.seconds ?? null,
    requests: evidence?.requests ?? null,
    ...requestsByLabel(evidence),
    costUsd,
    verdicts: grade.status === 'ungraded' ? [] : grade.verdicts,
    ...creditOf(grade),
    ...(remarks.length === 0 ? {} : { remarks }),
  };
}

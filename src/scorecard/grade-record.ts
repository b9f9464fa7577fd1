import { describeBudget } from '../contracts/budget.ts';
import type { Evidence } from '../contracts/evidence.ts';
import type { Grade, UngradedReason, Verdict } from '../contracts/grade.ts';
import type { PlannedTrial } from '../contracts/plan.ts';
import type { Probe } from '../contracts/probe.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { judgeProbe } from '../probes/judge-probe.ts';
import { lostEvidence } from '../probes/lost-evidence.ts';
import { whyEnded } from '../probes/why-ended.ts';
import { partialCreditOf } from './partial-credit.ts';

/** Derives a grade from what is stored, so that a stored run can be graded again without running anything. */
export function gradeRecord({ trial, result }: TrialRecord, probes: readonly Probe[]): Grade {
  if (result.status === 'faulted') return ungraded(result.reason, result.detail);
  const { evidence, graderVerdicts } = result;
  const unsound = whyUnsound(trial, evidence);
  if (unsound !== null) return unsound;
  const probe = probeOf(trial, probes);
  return probe === null ? gradeTask(trial, evidence, graderVerdicts) : gradeProbe(probe, trial, evidence);
}

/** The probe of a trial; `null` for a trial of a task. */
export function probeOf({ kind, subject }: PlannedTrial, probes: readonly Probe[]): Probe | null {
  return (kind === 'probe' ? probes.find(({ id }) => id === subject) : undefined) ?? null;
}

/**
 * A baseline whose agent program brought the skill along, or a skill arm that never had it, shows nothing
 * about the skill. Text printed in a baseline's sandbox is no contamination: that sandbox was attested
 * without the skill.
 */
function whyUnsound({ arm }: PlannedTrial, { skillsVisible, sightings }: Evidence): Grade | null {
  if (arm === 'with-skill') {
    return skillsVisible.length === 1 ? null : ungraded('harness-failed', 'the skill was not in its sandbox');
  }
  if (skillsVisible.length > 0) return contaminated(`skills in its sandbox: ${skillsVisible.join(', ')}`);
  const sighting = sightings.find(({ kind }) => kind === 'listed' || kind === 'body-in-context');
  return sighting === undefined ? null : contaminated(`request ${sighting.request}: ${sighting.detail}`);
}

function gradeTask(trial: PlannedTrial, evidence: Evidence, verdicts: readonly Verdict[]): Grade {
  const reason = whyFailed(trial, evidence, verdicts);
  if (reason !== null && isBaselineCutShort(trial, evidence)) return ungraded('run-budget', reason);
  const graded = { verdicts: [...verdicts], ...partialCreditOf(verdicts) };
  return reason === null
    ? { status: 'passed', ...graded }
    : { status: 'failed', reason: explain(reason, evidence.limitsReached), ...graded };
}

/**
 * All trials use the run's budget together, so the arm with the skill can use it up. A baseline whose agent, or whose
 * judge, it then cuts short says nothing about the bare agent, and its failure would be to the skill's credit.
 */
function isBaselineCutShort({ arm }: PlannedTrial, { budgetReached }: Evidence): boolean {
  return arm === 'baseline' && budgetReached?.of === 'run';
}

function whyFailed({ arm }: PlannedTrial, evidence: Evidence, verdicts: readonly Verdict[]): string | null {
  const isRight = verdicts.length > 0 && verdicts.every(({ passed }) => passed);
  const tampered = whyTampered(evidence);
  if (tampered !== null) return tampered;
  if (evidence.agentEnd !== 'finished') return whyEnded(evidence);
  if (!isRight) return unjudged(evidence) ?? 'wrong-answer';
  return arm === 'with-skill' ? whyUncounted(evidence) : null;
}

/**
 * An undecided probe in the arm with the skill counts against the skill, because its author could make sure
 * that the agent never gets that far. In the baseline it stays ungraded: nobody knows what the bare agent
 * would have done.
 */
function gradeProbe(probe: Probe, { arm }: PlannedTrial, evidence: Evidence): Grade {
  const grade = judgeProbe(probe, evidence);
  if (grade.status === 'failed') return { ...grade, reason: explain(grade.reason, evidence.limitsReached) };
  if (evidence.skillUnchanged === false) return failed(SKILL_CHANGED, grade);
  if (grade.status === 'ungraded' && arm === 'with-skill')
    return failed(`inconclusive, which counts against the skill: ${grade.detail}`, grade);
  return grade;
}

function failed(reason: string, grade: Grade): Grade {
  return { status: 'failed', reason, verdicts: grade.status === 'ungraded' ? [] : grade.verdicts };
}

const SKILL_CHANGED = 'the skill was changed during the trial';

/**
 * A process in the sandbox made part of the record impossible: that is the result of the attempt, and no
 * fault of ours.
 */
function whyTampered(evidence: Evidence): string | null {
  const lost = lostEvidence(evidence);
  if (lost.length > 0) return lost.join('; ');
  return evidence.skillUnchanged === false ? SKILL_CHANGED : null;
}

/**
 * Breaking off an answer must not hide what it used. This does not apply to the baseline: no skill had a hand
 * in it, and a failure would be to the skill's credit.
 */
function whyUncounted({ modelCalls }: Evidence): string | null {
  const uncounted = modelCalls.filter(({ isLeft, usage }) => isLeft && usage?.outputTokens === null);
  if (uncounted.length === 0) return null;
  return `what was used is not known: the agent broke off ${uncounted.length} of its model's answers`;
}

/** An agent that finished within its budget may leave too little of the run's for the model that judges it. */
function unjudged({ budgetReached }: Evidence): string | null {
  return budgetReached === null ? null : `not judged: ${describeBudget(budgetReached)} was used up`;
}

/** A sandbox limit that was reached is the likely cause, so it is named with the reason. */
function explain(reason: string, limits: Evidence['limitsReached']): string {
  return limits.length === 0 ? reason : `${reason} (limit reached: ${limits.join(', ')})`;
}

function contaminated(detail: string): Grade {
  return ungraded('baseline-contaminated', detail);
}

function ungraded(reason: UngradedReason, detail: string): Grade {
  return { status: 'ungraded', reason, detail };
}

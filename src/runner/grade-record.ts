import { describeBudget } from '../contracts/budget.ts';
import type { Evidence } from '../contracts/evidence.ts';
import type { Grade, UngradedReason, Verdict } from '../contracts/grade.ts';
import type { PlannedTrial } from '../contracts/plan.ts';
import type { Probe } from '../contracts/probe.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { judgeProbe } from '../probes/judge-probe.ts';

/** Derives a grade from what is stored, so that a stored run can be graded again without running anything. */
export function gradeRecord({ trial, result }: TrialRecord, probes: readonly Probe[]): Grade {
  if (result.status === 'faulted') return ungraded(result.reason, result.detail);
  const { evidence, graderVerdicts } = result;
  const unsound = whyUnsound(trial, evidence);
  if (unsound !== null) return unsound;
  const probe = trial.kind === 'probe' ? probes.find(({ id }) => id === trial.subject) : undefined;
  return probe === undefined ? gradeTask(evidence, graderVerdicts) : judgeProbe(probe, evidence);
}

/** A baseline that saw the skill, or a skill arm that had another one, shows nothing about the skill. */
function whyUnsound({ arm }: PlannedTrial, evidence: Evidence): Grade | null {
  const { skillsVisible, skillUnchanged, sightings } = evidence;
  if (arm === 'with-skill') {
    if (skillsVisible.length !== 1) return ungraded('harness-failed', 'the skill was not in its sandbox');
    return skillUnchanged === false ? ungraded('skill-changed', 'the skill changed during the trial') : null;
  }
  if (skillsVisible.length > 0) return contaminated(`skills in its sandbox: ${skillsVisible.join(', ')}`);
  const sighting = sightings.find(({ kind }) => kind === 'listed' || kind === 'body-in-context');
  return sighting === undefined ? null : contaminated(`request ${sighting.request}: ${sighting.detail}`);
}

function gradeTask(evidence: Evidence, verdicts: readonly Verdict[]): Grade {
  const { agentEnd, limitsReached } = evidence;
  const isPassed = verdicts.length > 0 && verdicts.every(({ passed }) => passed);
  if (agentEnd === 'finished' && isPassed) return { status: 'passed', verdicts: [...verdicts] };
  const reason = agentEnd === 'finished' ? 'wrong-answer' : endOf(evidence);
  return { status: 'failed', reason: explain(reason, limitsReached), verdicts: [...verdicts] };
}

function endOf({ agentEnd, budgetReached }: Evidence): string {
  return agentEnd === 'budget' && budgetReached !== null
    ? `${agentEnd}: ${describeBudget(budgetReached)} was used up`
    : agentEnd;
}

/** A limit of the sandbox that was reached is the likely cause, so it stands beside what happened. */
function explain(reason: string, limits: Evidence['limitsReached']): string {
  return limits.length === 0 ? reason : `${reason} (limit reached: ${limits.join(', ')})`;
}

function contaminated(detail: string): Grade {
  return ungraded('baseline-contaminated', detail);
}

function ungraded(reason: UngradedReason, detail: string): Grade {
  return { status: 'ungraded', reason, detail };
}

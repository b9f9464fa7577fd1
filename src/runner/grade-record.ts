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

function gradeTask({ agentEnd }: Evidence, verdicts: readonly Verdict[]): Grade {
  if (agentEnd !== 'finished') return { status: 'failed', reason: agentEnd, verdicts: [...verdicts] };
  const isPassed = verdicts.length > 0 && verdicts.every(({ passed }) => passed);
  if (isPassed) return { status: 'passed', verdicts: [...verdicts] };
  return { status: 'failed', reason: 'wrong-answer', verdicts: [...verdicts] };
}

function contaminated(detail: string): Grade {
  return ungraded('baseline-contaminated', detail);
}

function ungraded(reason: UngradedReason, detail: string): Grade {
  return { status: 'ungraded', reason, detail };
}

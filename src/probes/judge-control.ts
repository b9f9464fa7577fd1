import { basename } from 'node:path';
import type { Control, ControlRoute } from '../contracts/control.ts';
import type { Evidence } from '../contracts/evidence.ts';
import type { Probe } from '../contracts/probe.ts';
import type { ControlCheck } from '../contracts/probe-check.ts';
import { isViolated, judgeProbe } from './judge-probe.ts';

type Judged = Pick<ControlCheck, 'outcome' | 'detail' | 'broken' | 'problem'>;

/** Whether a control did what it is there for: broke the probe, in the way that it claims, or kept it. */
export function judgeControl(probe: Probe, control: Control, evidence: Evidence): Judged {
  const grade = judgeProbe(probe, evidence);
  if (grade.status === 'passed')
    return withProblem({ outcome: 'kept', detail: 'No violation was seen.', broken: [] }, control, evidence);
  if (grade.status === 'ungraded')
    return withProblem({ outcome: 'inconclusive', detail: grade.detail, broken: [] }, control, evidence);
  const broken = grade.verdicts.filter(({ passed }) => !passed).map(({ title }) => title);
  const outcome = isViolated(probe, evidence) ? 'violated' : 'unseen';
  return withProblem({ outcome, detail: grade.reason, broken }, control, evidence);
}

function withProblem(seen: Omit<Judged, 'problem'>, control: Control, evidence: Evidence): Judged {
  return { ...seen, problem: problemOf(seen.outcome, control, evidence) };
}

function problemOf(outcome: Judged['outcome'], { expect, hides, route }: Control, evidence: Evidence) {
  if (!isUsed(evidence)) return 'its skill was not used';
  if (expect === 'kept') return outcome === 'kept' ? null : 'the probe fails a skill that keeps its claims';
  const isSeen = outcome === 'violated' || (hides && outcome === 'unseen');
  if (!isSeen) return 'the probe does not fail a skill that breaks its claims';
  return isTaken(route, evidence) ? null : `nothing shows that it went by ${route}`;
}

function isUsed({ sightings }: Evidence): boolean {
  return sightings.some(({ kind }) => kind === 'tool-called' || kind === 'file-touched');
}

const INTERPRETERS = {
  shell: /^(?:ba|da|)sh$/,
  python: /^python[\d.]*$/,
  node: /^node(?:js)?$/,
} as const satisfies Partial<Record<ControlRoute, RegExp>>;

/** A shell runs whatever the agent runs, so that it shows nothing more than that there was a command. */
function isTaken(route: ControlRoute, { processes }: Evidence): boolean {
  if (route === 'agent') return true;
  const starts = (processes?.events ?? []).filter((event) => event.kind === 'exec' && event.error === null);
  return starts.some(
    (event) => event.kind === 'exec' && event.files.some((file) => INTERPRETERS[route].test(basename(file))),
  );
}

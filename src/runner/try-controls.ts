import type { Control } from '../contracts/control.ts';
import { effectiveLimits } from '../contracts/limits.ts';
import type { PlannedTrial } from '../contracts/plan.ts';
import type { Probe } from '../contracts/probe.ts';
import type { ControlCheck } from '../contracts/probe-check.ts';
import type { Script } from '../contracts/script.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { RunAccount } from '../gateway/session/run-account.ts';
import { scriptedUpstream } from '../gateway/upstreams/scripted/scripted-upstream.ts';
import { judgeControl } from '../probes/judge-control.ts';
import type { RunContext } from './run-context.ts';
import { runPlan } from './run-plan.ts';
import type { SkillUnderTest } from './trial-setup.ts';

/** A control of a probe, with what the scripted model does with it. */
export type ControlTrial = {
  probe: Probe;
  name: string;
  control: Control;
  skill: SkillUnderTest;
  turns: Script['arms']['with-skill'];
};

export type TriedControl = { trial: ControlTrial; check: ControlCheck };

type Options = {
  runId: string;
  seed: string;
  imageDigest: string;
  concurrency: number;
  onCheck: (tried: TriedControl) => void;
};

/** Runs each control in a sandbox of its own, as a trial of its probe in the arm with the skill. */
export async function tryControls(
  controls: readonly ControlTrial[],
  { onCheck, ...given }: Options,
  context: RunContext,
  signal: AbortSignal,
): Promise<TriedControl[]> {
  const planned = controls.map((control, index) => ({ control, trial: plannedFor(control, index) }));
  const controlOf = ({ id }: PlannedTrial): ControlTrial => {
    const found = planned.find(({ trial }) => trial.id === id);
    if (found === undefined) throw new Error(`no control was planned as ${id}`);
    return found.control;
  };
  const tried = new Map<string, TriedControl>();
  const probes = [...new Set(controls.map(({ probe }) => probe))];
  const trials = planned.map(({ trial }) => trial);
  const plan = { ...given, probes, trials, tasks: [], taskImages: {}, runtime: null, judge: null };
  await runPlan(
    {
      plan,
      done: [],
      account: new RunAccount({ budget: NO_BUDGET, prices: [] }),
      skillOf: (trial) => controlOf(trial).skill,
      subjectOf: (trial) => ({ kind: 'probe', probe: controlOf(trial).probe, script: null }),
      solutionOf: () => null,
      upstreamFor: (trial) =>
        scriptedUpstream(
          { latencyMs: 0, arms: { baseline: [], 'with-skill': controlOf(trial).turns } },
          'with-skill',
        ),
      judgeUpstreamFor: null,
      servicesFor: () => null,
      async save(record) {
        const trial = controlOf(record.trial);
        tried.set(record.trial.id, { trial, check: checkOf(trial, record) });
      },
      onEvent(event) {
        if (event.kind !== 'ended' || event.isTriedAgain) return;
        const done = tried.get(event.record.trial.id);
        if (done !== undefined) onCheck(done);
      },
    },
    context,
    signal,
  );
  return trials.flatMap(({ id }) => tried.get(id) ?? []);
}

const NO_BUDGET = { maxTokens: null, maxRequests: null, maxSeconds: null, maxUsd: null };

/** The number of its repeat tells it from the other controls of its probe. */
function plannedFor({ probe }: ControlTrial, index: number): PlannedTrial {
  const { id, limits } = probe;
  const repeat = index + 1;
  return {
    ...{ id: `probe:${id}:with-skill:${repeat}`, kind: 'probe', subject: id, arm: 'with-skill', repeat },
    limits: effectiveLimits({}, limits),
  };
}

function checkOf({ probe, name, control }: ControlTrial, { result }: TrialRecord): ControlCheck {
  const told = { name, ...control };
  if (result.status === 'measured') return { ...told, ...judgeControl(probe, control, result.evidence) };
  const { detail } = result;
  return { ...told, outcome: 'not-run', detail, broken: [], problem: 'it could not be run' };
}

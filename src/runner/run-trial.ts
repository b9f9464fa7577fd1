import { AssayError } from '../base/assay-error.ts';
import type { Verdict } from '../contracts/grade.ts';
import type { Spending } from '../contracts/model-call.ts';
import type { PlannedTrial } from '../contracts/plan.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import type { TrialAccount } from '../gateway/run-account.ts';
import type { Upstream } from '../gateway/upstream.ts';
import { copyWorkspace } from '../graders/workspace-copy.ts';
import { NO_CONTENTS, outlineOf } from '../sandbox/sandbox.ts';
import { endsRun, faultOf } from './fault.ts';
import { gradeCopy, gradingSpec, needsGradingSandbox } from './grade-copy.ts';
import { Losses } from './losses.ts';
import { type Conditions, type Observation, observeAgent } from './observe-agent.ts';
import { addSpending } from './spent-on.ts';
import { storableEvidence } from './storable-evidence.ts';
import type { Surroundings, TrialSurroundings } from './surroundings.ts';
import { type SkillUnderTest, setUpTrial } from './trial-setup.ts';
import type { TrialSubject } from './trial-subject.ts';

export type TrialJob = {
  runId: string;
  seed: string;
  trial: PlannedTrial;
  attempt: number;
  subject: TrialSubject;
  skill: SkillUnderTest;
  upstream: Upstream;
  conditions: Conditions;
  account: TrialAccount;
  /** What the attempts before used. */
  earlier: Spending;
};

/** `ending` is what ends the run, and `null` where it goes on. */
export type Attempt = { record: TrialRecord; ending: unknown };

/** From a fresh sandbox to a record, whatever happens: a fault of ours is recorded as one. */
export async function runTrial(
  job: TrialJob,
  around: TrialSurroundings,
  signal: AbortSignal,
): Promise<Attempt> {
  const startedAt = around.clock.now().toISOString();
  let ending: unknown = null;
  const result = await measureUnlessStopped(job, around, signal).catch((error: unknown) => {
    const cause = signal.aborted ? interruption(error) : error;
    if (endsRun(cause)) ending = cause;
    return faultOf(cause);
  });
  const { runId, trial, attempt, earlier, account } = job;
  const unmeasured = result.status === 'measured' ? earlier : addSpending(earlier, account.spent());
  const endedAt = around.clock.now().toISOString();
  return { record: { runId, trial, attempt, startedAt, endedAt, unmeasured, result }, ending };
}

export function interruption(cause?: unknown): AssayError {
  return new AssayError('INTERRUPTED', 'The run was interrupted.', { cause });
}

/** What was going on while the harness stood still is no measurement, however it ended: an engine, a limit or an agent. */
async function measureUnlessStopped(
  job: TrialJob,
  around: TrialSurroundings,
  signal: AbortSignal,
): Promise<TrialRecord['result']> {
  const { standstills } = around;
  using standstill = standstills.during();
  try {
    return await measure(job, around, AbortSignal.any([signal, standstill.signal]));
  } finally {
    await standstills.settle();
    standstill.signal.throwIfAborted();
  }
}

async function measure(
  job: TrialJob,
  around: TrialSurroundings,
  signal: AbortSignal,
): Promise<TrialRecord['result']> {
  const { trial, subject, skill, seed, upstream, conditions, account } = job;
  await using _grading = prepareGrading(subject, around);
  const setup = setUpTrial({ trial, subject, skill, seed, agent: around.agent });
  const losses = new Losses(around.witness);
  const observation = await observeAgent(
    { trial, setup, upstream, conditions, account, losses },
    around,
    signal,
  );
  const graderVerdicts = await grade(subject, observation, { around, losses }, signal);
  const evidence = storableEvidence({ ...observation.evidence, losses: [...losses.all] });
  return { status: 'measured', evidence, graderVerdicts };
}

/** Begun while the agent works. */
function prepareGrading(subject: TrialSubject, { engine }: Surroundings): AsyncDisposable | null {
  return subject.kind === 'task' && needsGradingSandbox(subject)
    ? engine.prepare(outlineOf(gradingSpec(subject, NO_CONTENTS)))
    : null;
}

/** In other containers, on a copy of the workspace, after the agent's sandbox is gone. */
async function grade(
  subject: TrialSubject,
  { evidence, after }: Observation,
  { around: { engine }, losses }: { around: Surroundings; losses: Losses },
  signal: AbortSignal,
): Promise<Verdict[]> {
  const isWhole = losses.all.length === 0 && after?.isComplete === true;
  if (subject.kind !== 'task' || evidence.agentEnd !== 'finished' || !isWhole) return [];
  const copy = await losses.salvage('grading', async () => copyWorkspace(after), null);
  const judgements = copy === null ? null : await gradeCopy(subject, copy, { engine, losses }, signal);
  return judgements?.map(({ verdict }) => verdict) ?? [];
}

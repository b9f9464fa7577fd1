import pLimit from 'p-limit';
import { AssayError } from '../base/assay-error.ts';
import type { Grade } from '../contracts/grade.ts';
import { asksModel } from '../contracts/grader-spec.ts';
import type { Spending } from '../contracts/model-call.ts';
import type { PlannedTrial, RunPlan } from '../contracts/plan.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import type { RunAccount } from '../gateway/session/run-account.ts';
import type { Upstream } from '../gateway/upstreams/upstream.ts';
import { outlineOf } from '../sandbox/engine/outline.ts';
import type { SandboxOutline, ServiceTape } from '../sandbox/sandbox.ts';
import { isCutShort } from '../scorecard/is-cut-short.ts';
import { NOTHING_SPENT, spentOn } from '../scorecard/spent-on.ts';
import { detailOf, type Fault } from './fault.ts';
import { pendingTrials } from './plan-trials.ts';
import { Prefetcher } from './prefetcher.ts';
import { proveTasks } from './prove-tasks.ts';
import type { RunContext, TrialContext } from './run-context.ts';
import { interruption, runTrial } from './run-trial.ts';
import type { JudgeHandles } from './trial-judge.ts';
import { type SkillUnderTest, setUpTrial } from './trial-setup.ts';
import type { TrialSubject } from './trial-subject.ts';

/** A fault may pass; a second one in a row is reported. */
const ATTEMPTS = 2;

/** Further attempts, for a person who stops the harness more than once. */
const MOST_STOPPED = 10;

export type TrialEvent =
  | { kind: 'started'; trial: PlannedTrial }
  | { kind: 'ended'; record: TrialRecord; grade: Grade; isTriedAgain: boolean };

export type RunEvent =
  | TrialEvent
  /** The trials of this task are not run. */
  | { kind: 'unproven'; task: string; detail: string };

/** The part of a plan that its trials are run by. */
type PlannedTrials = Pick<
  RunPlan,
  | 'runId'
  | 'seed'
  | 'concurrency'
  | 'imageDigest'
  | 'taskImages'
  | 'runtime'
  | 'judge'
  | 'tasks'
  | 'probes'
  | 'trials'
>;

export type RunJob = {
  plan: PlannedTrials;
  /** The records of an earlier session of the same run. */
  done: readonly TrialRecord[];
  /** Once its budget is used up, no further trial starts. */
  account: RunAccount;
  skillOf: (trial: PlannedTrial) => SkillUnderTest;
  subjectOf: (trial: PlannedTrial) => TrialSubject;
  /** Returns the files of a task's reference solution. */
  solutionOf: (task: string) => SkillFolder['files'] | null;
  /** Called for each attempt: an upstream may keep what it answered. */
  upstreamFor: (trial: PlannedTrial, subject: TrialSubject) => Upstream;
  /** Called for each attempt at a task with a rubric; `null` if there is none. */
  judgeUpstreamFor: RunJob['upstreamFor'] | null;
  /**
   * Called with the id of a trial for each attempt at a task, and with a name for each reference solution; `null` if services
   * are reached and not recorded.
   */
  servicesFor: (name: string) => ServiceTape | null;
  save: (record: TrialRecord) => Promise<void>;
  onEvent: (event: RunEvent) => void;
  /** Called with what the agent of a trial does now, or `null` once it has ended. */
  onDoing?: (trial: PlannedTrial, what: string | null) => void;
};

/** Why no further trial is started; those under way go on to their end. */
type Pause = { reason: string | null };

/**
 * Runs the pending trials, `concurrency` at a time, and records each as it ends. The first error
 * that ends the run stops the others.
 */
export async function runPlan(job: RunJob, context: RunContext, signal: AbortSignal): Promise<void> {
  const stop = new AbortController();
  const eitherSignal = AbortSignal.any([signal, stop.signal]);
  const { concurrency } = job.plan;
  const limit = pLimit(concurrency);
  const pause: Pause = { reason: null };
  await using witness = context.engine.callWitness();
  const pending = await decidableTrials(job, { ...context, witness }, signal);
  await using prefetcher = new Prefetcher((trial) => context.engine.prepare(outlineFor(trial, job, context)));
  const ends = pending.map((trial, index) =>
    limit(async () => {
      if (pause.reason !== null) return;
      try {
        const goesOn = !eitherSignal.aborted && job.account.reached() === null;
        if (goesOn) prefetcher.start(pending[index + concurrency]);
        await runUntilMeasured(trial, { ...job, pause }, { ...context, witness }, eitherSignal);
        await prefetcher.end(trial);
      } catch (error) {
        stop.abort();
        throw error;
      }
    }),
  );
  const failures = (await Promise.allSettled(ends)).filter((end) => end.status === 'rejected');
  if (failures.length > 0)
    throw signal.aborted ? interruption() : rootCause(failures.map(({ reason }) => reason));
  if (pause.reason !== null) throw new AssayError('UPSTREAM_FAILED', `The run is paused: ${pause.reason}`);
}

/**
 * The pending trials of the run, without those of tasks whose graders have not proven themselves:
 * these are recorded as ungraded in both arms, before anything is spent on them. If that is true of
 * every task, nothing is left to run.
 */
async function decidableTrials(
  job: RunJob,
  context: TrialContext,
  signal: AbortSignal,
): Promise<PlannedTrial[]> {
  const { plan, account } = job;
  const pending = pendingTrials(plan.trials, measuredIds(job.done, plan.probes));
  if (account.reached() !== null) return pending;
  const unproven = await proveTasks(
    { ...job, trials: pending, concurrency: plan.concurrency },
    context,
    signal,
  );
  for (const [task, { detail }] of unproven) job.onEvent({ kind: 'unproven', task, detail });
  for (const trial of pending) {
    const fault = trial.kind === 'task' ? unproven.get(trial.subject) : undefined;
    if (fault !== undefined) await recordUnproven({ trial, fault }, job, context, signal);
  }
  if (unproven.size > 0 && unproven.size === plan.tasks.length) return [];
  return pending.filter(({ kind, subject }) => kind !== 'task' || !unproven.has(subject));
}

async function recordUnproven(
  { trial, fault: result }: { trial: PlannedTrial; fault: Fault },
  { plan, done, save, onEvent }: RunJob,
  context: RunContext,
  signal: AbortSignal,
): Promise<void> {
  const { runId } = plan;
  const last = done.find((record) => record.trial.id === trial.id);
  const [attempt, unmeasured] = last === undefined ? [1, NOTHING_SPENT] : [last.attempt + 1, spentOn(last)];
  const now = context.clock.now().toISOString();
  onEvent({ kind: 'started', trial });
  const record = { runId, trial, attempt, startedAt: now, endedAt: now, unmeasured, result };
  await save(record);
  const grade = await gradeToShow(record, plan, context, signal);
  onEvent({ kind: 'ended', record, grade, isTriedAgain: false });
}

/**
 * The grade for whoever watches the run. The scorecard grades the record again, so that nothing but an interruption is
 * worth ending a run for here.
 */
async function gradeToShow(
  record: TrialRecord,
  { probes }: PlannedTrials,
  { grades }: RunContext,
  signal: AbortSignal,
): Promise<Grade> {
  try {
    return await grades.grade({ record, probes }, signal);
  } catch (error) {
    if (signal.aborted) throw interruption(error);
    return { status: 'ungraded', reason: 'grader-crashed', detail: detailOf(error) };
  }
}

function outlineFor(trial: PlannedTrial, job: RunJob, { agent }: RunContext): SandboxOutline {
  const subject = job.subjectOf(trial);
  const { plan } = job;
  const { spec } = setUpTrial({ trial, subject, skill: job.skillOf(trial), seed: plan.seed, agent });
  return { ...outlineOf(spec), network: true };
}

async function runUntilMeasured(
  trial: PlannedTrial,
  job: RunJob & { pause: Pause },
  context: TrialContext,
  signal: AbortSignal,
): Promise<void> {
  const { plan, done, account, pause } = job;
  const skill = job.skillOf(trial);
  const subject = job.subjectOf(trial);
  let last = done.find((record) => record.trial.id === trial.id) ?? null;
  let left = ATTEMPTS;
  let stopped = 0;
  while (left > 0 && pause.reason === null) {
    if (signal.aborted) throw interruption();
    if (account.reached() !== null) return;
    job.onEvent({ kind: 'started', trial });
    const { runId, seed, runtime } = plan;
    const attempt = 1 + (last?.attempt ?? 0);
    const conditions = { imageDigest: imageOf(trial, plan), runtime };
    const upstream = job.upstreamFor(trial, subject);
    const judge = judgeOf(trial, subject, job);
    const own = account.open();
    const earlier = last === null ? NOTHING_SPENT : spentOn(last);
    const { record, ending } = await runTrial(
      { runId, seed, trial, attempt, subject, skill, conditions, earlier },
      {
        ...{ upstream, account: own, judge },
        services: trial.kind === 'task' ? job.servicesFor(trial.id) : null,
        doing: (what) => job.onDoing?.(trial, what),
      },
      context,
      signal,
    );
    account.settle(own, record.result.status === 'measured' ? record.result.evidence : own.spent());
    last = record;
    // Of an interrupted attempt, only its usage is worth a record.
    if (ending === null || hasAsked(own.spent())) await job.save(record);
    if (ending !== null) throw ending;
    pause.reason ??= outageBehind(record, [upstream, ...(judge === null ? [] : [judge.upstream])]);
    if (wasStopped(record) && stopped < MOST_STOPPED) stopped += 1;
    else left -= 1;
    const isMeasured = record.result.status === 'measured';
    const grade = await gradeToShow(record, plan, context, signal);
    const isTriedAgain = !isMeasured && left > 0 && pause.reason === null;
    job.onEvent({ kind: 'ended', record, grade, isTriedAgain });
    if (isMeasured) return;
  }
}

/** The image that the trial was planned with. */
function imageOf({ kind, subject }: PlannedTrial, { imageDigest, taskImages }: PlannedTrials): string {
  const own = kind === 'task' ? new Map(Object.entries(taskImages)).get(subject) : undefined;
  return own ?? imageDigest;
}

function judgeOf(
  trial: PlannedTrial,
  subject: TrialSubject,
  { plan, judgeUpstreamFor }: RunJob,
): JudgeHandles | null {
  if (
    plan.judge === null ||
    judgeUpstreamFor === null ||
    subject.kind !== 'task' ||
    !subject.task.graders.some(asksModel)
  )
    return null;
  return { setup: plan.judge, upstream: judgeUpstreamFor(trial, subject) };
}

function hasAsked({ modelCalls, checkCalls = [], judgeCalls = [] }: Spending): boolean {
  return modelCalls.length + checkCalls.length + judgeCalls.length > 0;
}

function wasStopped({ result }: TrialRecord): boolean {
  return result.status === 'faulted' && result.reason === 'harness-stopped';
}

/**
 * An outage that every further trial would hit too. A cassette that lacks a request is
 * the fault of its own trial alone.
 */
function outageBehind({ result }: TrialRecord, upstreams: readonly Upstream[]): string | null {
  const isUpstreams = result.status === 'faulted' && result.reason === 'upstream-failed';
  const outages = upstreams.map((upstream) => upstream.outage?.() ?? null);
  return isUpstreams ? (outages.find((reason) => reason !== null) ?? null) : null;
}

function measuredIds(records: readonly TrialRecord[], probes: RunPlan['probes']): Set<string> {
  const isMeasured = (record: TrialRecord) =>
    record.result.status === 'measured' && !isCutShort(record, probes);
  return new Set(records.filter(isMeasured).map(({ trial }) => trial.id));
}

/**
 * Trials that were stopped because another ended the run say so; that other trial's
 * error is the one to report.
 */
function rootCause(errors: readonly unknown[]): unknown {
  return errors.find((error) => !(error instanceof AssayError && error.code === 'INTERRUPTED')) ?? errors[0];
}

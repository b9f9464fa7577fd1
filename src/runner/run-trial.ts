import { AssayError } from '../base/assay-error.ts';
import type { Evidence } from '../contracts/evidence.ts';
import type { Verdict } from '../contracts/grade.ts';
import { isAnswered, type Spending } from '../contracts/model-call.ts';
import type { PlannedTrial } from '../contracts/plan.ts';
import { countRequests } from '../contracts/side-requests.ts';
import { calledTools, finalAnswers, mentionedTools } from '../contracts/transcript.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import type { TrialAccount } from '../gateway/session/run-account.ts';
import type { Upstream } from '../gateway/upstreams/upstream.ts';
import type { GradingContext, Session } from '../graders/grader.ts';
import type { HiddenSkill } from '../graders/rubric/blind-work.ts';
import { copyWorkspace } from '../graders/workspace-copy.ts';
import { isSettled } from '../probes/is-settled.ts';
import { outlineOf } from '../sandbox/engine/outline.ts';
import { NO_CONTENTS, type ServiceTape } from '../sandbox/sandbox.ts';
import { addSpending } from '../scorecard/spent-on.ts';
import { detailOf, endsRun, faultOf } from './fault.ts';
import { gradeCopy, gradingSpec, needsGradingSandbox } from './grade-copy.ts';
import { Losses } from './losses.ts';
import { type Conditions, observeAgent, type TellDoing } from './observe-agent.ts';
import type { RunContext, TrialContext } from './run-context.ts';
import { SeenSoFar } from './seen-so-far.ts';
import { type Measured, storableEvidence } from './storable-evidence.ts';
import { treeWithout } from './tree-diff.ts';
import { type JudgeHandles, TrialJudge } from './trial-judge.ts';
import { type SkillUnderTest, setUpTrial, type TrialSetup } from './trial-setup.ts';
import type { TrialSubject } from './trial-subject.ts';

/** One attempt at a trial as plain data, which could be sent to another process. */
export type TrialTicket = {
  runId: string;
  seed: string;
  trial: PlannedTrial;
  attempt: number;
  subject: TrialSubject;
  skill: SkillUnderTest;
  conditions: Conditions;
  /** What the earlier attempts used. */
  earlier: Spending;
};

/** The live objects that an attempt shares with the process that it runs in. */
export type TrialHandles = {
  upstream: Upstream;
  account: TrialAccount;
  services: ServiceTape | null;
  doing: TellDoing;
  /** `null` unless a rubric decides the trial. */
  judge: JudgeHandles | null;
};

/** What is gathered while a trial goes on. */
type Watch = { seen: SeenSoFar; losses: Losses };

/** `ending` is the error that ends the run, or `null` if the run goes on. */
export type Attempt = { record: TrialRecord; ending: unknown };

/** Runs a trial from a fresh sandbox to a record, whatever happens: a fault of ours is recorded as one. */
export async function runTrial(
  ticket: TrialTicket,
  handles: TrialHandles,
  context: TrialContext,
  signal: AbortSignal,
): Promise<Attempt> {
  const startedAt = context.clock.now().toISOString();
  let ending: unknown = null;
  const result = await measureUnlessStopped(ticket, handles, context, signal).catch((error: unknown) => {
    const cause = signal.aborted ? interruption(error) : error;
    if (endsRun(cause)) ending = cause;
    return faultOf(cause);
  });
  const { runId, trial, attempt, earlier } = ticket;
  const spent = handles.account.spent();
  const unmeasured = result.status === 'measured' ? earlier : addSpending(earlier, spent);
  const endedAt = context.clock.now().toISOString();
  return { record: { runId, trial, attempt, startedAt, endedAt, unmeasured, result }, ending };
}

export function interruption(cause?: unknown): AssayError {
  return new AssayError('INTERRUPTED', 'The run was interrupted.', { cause });
}

/**
 * Whatever was under way while the harness stood still is no measurement, however the
 * engine, a limit or the agent ended it.
 */
async function measureUnlessStopped(
  ticket: TrialTicket,
  handles: TrialHandles,
  context: TrialContext,
  signal: AbortSignal,
): Promise<TrialRecord['result']> {
  const { standstills } = context;
  using standstill = standstills.during();
  try {
    return await measure(ticket, handles, context, AbortSignal.any([signal, standstill.signal]));
  } finally {
    await standstills.settle();
    standstill.signal.throwIfAborted();
  }
}

async function measure(
  ticket: TrialTicket,
  handles: TrialHandles,
  context: TrialContext,
  signal: AbortSignal,
): Promise<TrialRecord['result']> {
  await using _grading = prepareGrading(ticket.subject, context);
  const watch = { seen: new SeenSoFar(), losses: new Losses(context.witness) };
  const graderVerdicts = await unlessUnfinished(ticket, watch, signal, () =>
    observeAndGrade(ticket, { ...handles, ...watch }, context, signal),
  );
  return { status: 'measured', ...(await storableOf(watch, graderVerdicts)) };
}

/**
 * Once the agent has started, any failure that a workload could have caused is the attempt's failure, and what was seen until
 * then counts. What decides the attempt counts whatever ended it.
 */
async function unlessUnfinished(
  { subject }: TrialTicket,
  { seen, losses }: Watch,
  signal: AbortSignal,
  work: () => Promise<Verdict[]>,
): Promise<Verdict[]> {
  try {
    return await work();
  } catch (error) {
    if (!seen.hasStarted || signal.aborted) throw error;
    const isDecided = isSettled(seen.evidence, subject.kind === 'probe' ? subject.probe : null);
    if (isDecided) losses.add('agent', detailOf(error));
    else await losses.accept('record', error);
    return [];
  }
}

/** If even that fails, the record is what the harness knew before the agent started. */
async function storableOf({ seen, losses }: Watch, graderVerdicts: Verdict[]): Promise<Measured> {
  const whole = { evidence: { ...seen.evidence, losses: [...losses.all] }, graderVerdicts };
  const storable = await losses.salvage('record', () => storableEvidence(whole), null);
  return storable ?? { evidence: { ...seen.bare, losses: [...losses.all] }, graderVerdicts: [] };
}

async function observeAndGrade(
  ticket: TrialTicket,
  { seen, losses, ...handles }: TrialHandles & Watch,
  context: TrialContext,
  signal: AbortSignal,
): Promise<Verdict[]> {
  const { trial, subject, skill, seed, conditions } = ticket;
  const { upstream, account, services, doing } = handles;
  const setup = setUpTrial({ trial, subject, skill, seed, agent: context.agent });
  const observed = await observeAgent(
    { trial, setup, upstream, services, conditions, account, seen, losses, doing },
    context,
    signal,
  );
  doing(null);
  using judge = judgeFor(ticket, { ...handles, setup }, context);
  try {
    return await grade(subject, observed, { ...context, seen, losses, judge: judge ?? NO_JUDGE }, signal);
  } finally {
    if (judge !== null && judge.calls.length > 0) seen.add({ judgeCalls: judge.calls });
    if (judge !== null && judge.budgetReached !== null) seen.add({ budgetReached: judge.budgetReached });
  }
}

/** No grader asks it: the tasks of a run without a judge have no rubric. */
const NO_JUDGE = { kind: 'none', why: 'decided' } as const;

function judgeFor(
  { trial, skill, seed }: TrialTicket,
  { judge, account, setup }: TrialHandles & { setup: TrialSetup },
  { gateway, agent }: RunContext,
): TrialJudge | null {
  if (judge === null) return null;
  return new TrialJudge({
    ...{ ...judge, gateway, agent, account: account.forJudge(), arm: trial.arm },
    seed: `${seed}\n${trial.id}`,
    hidden: hiddenIn(skill, setup, trial),
  });
}

/** A baseline is attested without the skill: whatever it says like the skill is its own work, all of which is judged. */
function hiddenIn(
  { name, body }: SkillUnderTest,
  { watched }: Pick<TrialSetup, 'watched'>,
  { arm }: Pick<PlannedTrial, 'arm'>,
): HiddenSkill {
  return { name, root: watched.root, body: arm === 'baseline' ? null : body };
}

function sessionOf({ transcript, tree, modelCalls, ownState = [] }: Evidence): Session {
  const requests = countRequests(modelCalls.filter(isAnswered));
  const asked = calledTools(transcript);
  const mentioned = mentionedTools(transcript);
  return { answers: finalAnswers(transcript), changes: tree, work: { asked, mentioned, requests, ownState } };
}

/** Started while the agent works. */
function prepareGrading(subject: TrialSubject, { engine }: RunContext): AsyncDisposable | null {
  return subject.kind === 'task' && needsGradingSandbox(subject)
    ? engine.prepare(outlineOf(gradingSpec(subject, NO_CONTENTS)))
    : null;
}

/**
 * Grades in other containers, on a copy of the workspace, after the agent's sandbox is gone. If
 * anything was lost, nothing is graded.
 */
async function grade(
  subject: TrialSubject,
  { after, taken }: Awaited<ReturnType<typeof observeAgent>>,
  {
    engine,
    agent,
    contents,
    seen,
    losses,
    judge,
  }: Watch & Pick<RunContext, 'engine' | 'agent' | 'contents'> & Pick<GradingContext, 'judge'>,
  signal: AbortSignal,
): Promise<Verdict[]> {
  const isWhole = losses.all.length === 0 && after?.isComplete === true;
  if (subject.kind !== 'task' || seen.evidence.agentEnd !== 'finished' || !isWhole) return [];
  const work = treeWithout(after, agent.skillsDir);
  const copy = await losses.salvage('grading', () => copyWorkspace(work), null);
  if (copy === null) return [];
  const graded = await gradeCopy(
    subject,
    copy,
    { engine, contents, losses, session: sessionOf(seen.evidence), judge, taken },
    signal,
  );
  return graded?.map(({ verdict }) => verdict) ?? [];
}

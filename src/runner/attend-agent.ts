import type { AgentAssignment, AgentOutcome } from '../agents/agent.ts';
import { requestNotTaken } from '../agents/api/turned-down.ts';
import { AssayError, messageOf } from '../base/assay-error.ts';
import {
  type AgentEnd,
  type AgentExit,
  type ConversationEnd,
  describeMeanwhile,
  endBy,
} from '../contracts/agent-end.ts';
import type { Evidence } from '../contracts/evidence.ts';
import type { Limits } from '../contracts/limits.ts';
import type { PlannedTrial } from '../contracts/plan.ts';
import type { GatewaySession, SessionReport } from '../gateway/gateway.ts';
import type { TrialAccount } from '../gateway/session/run-account.ts';
import type { Recorded } from '../gateway/wire-log/wire-recorder.ts';
import type { FileTree, Sandbox } from '../sandbox/sandbox.ts';
import type { StreamReader } from '../traffic/agent-account.ts';
import type { ReadTrial } from '../traffic/read-trial.ts';
import { type OnTheWire, reconcile } from '../traffic/reconcile.ts';
import type { SaidTurn } from '../traffic/said-turn.ts';
import type { Watchable } from '../traffic/watched-skill.ts';
import type { Written } from '../traffic/written-by-model.ts';
import { AgentPrints } from './agent-prints.ts';
import { agentTimeLimit } from './agent-time-limit.ts';
import { type Blame, blameFor, mayRunFirst } from './blame-for.ts';
import { causeOf } from './fault.ts';
import type { Losses } from './losses.ts';
import type { RunContext } from './run-context.ts';
import type { SeenSoFar } from './seen-so-far.ts';
import { TaskUser, TURN_UNANSWERED, WAITS_FOR_TOOL } from './task-user.ts';
import type { PlannedTurn, TrialSetup } from './trial-setup.ts';

type Attendance = {
  trial: PlannedTrial;
  setup: TrialSetup;
  account: TrialAccount;
  losses: Losses;
  seen: SeenSoFar;
};

type Attended = {
  written: Written[];
  /** The files that arrived meanwhile, which are none of the agent's doing. */
  arrived: readonly FileTree[];
  /** What the user has said after the prompt. */
  taken: readonly PlannedTurn[];
  /**
   * Records how the agent ended, or fails if that was a fault. It is called once everything that the agent did is read: what
   * was seen of it may decide the attempt all the same.
   */
  conclude: () => Promise<void>;
};

export const NOT_ATTENDED: Attended = {
  written: [],
  arrived: [],
  taken: [],
  conclude: async () => undefined,
};

/**
 * Lets the agent work. The clock runs around the agent alone: neither the sandbox's start nor grading is the
 * agent's time, nor are waits for a place at a provider or for a retry. The model's time in a recording is,
 * although a replay does not wait for it.
 */
export async function attendAgent(
  { trial, setup, account, losses, seen }: Attendance,
  { sandbox, session }: { sandbox: Sandbox; session: GatewaySession },
  context: RunContext,
  signal: AbortSignal,
): Promise<Attended> {
  const { limits } = trial;
  const { gateway, agent, model, clock } = context;
  // The time that a silent provider takes is nobody's, but that only shows when it is
  // given up: until then the limit waits.
  const waitedMs = () => session.offClockMs() + session.undecidedMs();
  using limit = agentTimeLimit(limits.maxSeconds * 1000, waitedMs);
  const timeLimit = AbortSignal.any([signal, limit.signal, session.overBudget]);
  session.takeWorkOff(() => sandbox.readWorkMs());
  const startMs = clock.monotonicMs();
  const elapsedMs = (endMs = clock.monotonicMs()) => endMs - startMs - session.offClockMs();
  const access = { token: session.token, fetch: gateway.fetch };
  const { prompt, visibleSkills: skills, servers } = setup;
  const hasNetwork = setup.egress.kind !== 'deny';
  const user = new TaskUser(setup.turns, {
    sandbox,
    session,
    isOver: () =>
      elapsedMs() - session.undecidedMs() > limits.maxSeconds * 1000 ||
      session.report().budgetReached !== null,
    readSoFar: async (turns) => {
      const watched = await context.traffic.pack(watchedIn(setup, turns), signal);
      return await readLog(context, { log: await session.wireSoFar(), watched }, signal);
    },
  });
  // An agent to whom nobody will speak need not keep what was said.
  const answering = setup.turns.length > 0 ? { user } : {};
  const prints = new AgentPrints();
  const assignment = {
    ...{ prompt, ...answering, model, skills, servers, hasNetwork, sandbox, gateway: access },
    starts: () => prints.begin(),
  };
  const outcome = await converse(setup, user.said, { assignment, agent, session }, timeLimit);
  const endMs = clock.monotonicMs();
  if (user.said.length < setup.conversations.length) losses.add('agent', 'not every conversation has begun');
  session.close();
  await session.settleClock();
  const seconds = elapsedMs(endMs) / 1000;
  // Whatever it left running works on no longer than its clock did: reading its traffic may take a while.
  await losses.salvage('processes', () => sandbox.stopProcesses(), undefined);
  const readSoFar = async () => {
    const watched = await context.traffic.pack(watchedIn(setup, user.said), signal);
    return await readLog(context, { log: await session.wireSoFar(), watched }, signal);
  };
  const isCutShort = await hasStoppedShort(outcome, { agent, report: session.report(), readSoFar });
  const blame = isCutShort ? await blameFor({ trial, session, setup }, context, signal) : null;
  const { modelCalls, checkCalls = [] } = account.spent();
  const checked = checkCalls.length === 0 ? {} : { checkCalls };
  seen.add({ seconds, modelCalls, ...checked });
  const report = session.report();
  const { inputTokens, outputTokens } = report.usage;
  seen.add({
    budgetReached: report.budgetReached,
    usage: { inputTokens, outputTokens },
    requests: report.requests,
    modelCalls: [...report.calls],
  });
  const recorded = await session.wire();
  const traffic = { recorded, watched: await context.traffic.pack(watchedIn(setup, user.said), signal) };
  const read = await readTraffic(traffic, { seen, losses, context }, signal);
  if (agent.kind === 'program' && agent.stream !== undefined) {
    const toldBy = { agent: agent.id, stream: await agent.stream(), prints, secret: session.token };
    const toolCalls = read?.toolCalls ?? null;
    const wire = toolCalls && { modelCalls: report.calls, toolCalls };
    seen.add(await agentStreamOf(toldBy, wire, context, signal));
  }
  const limitsReached = outcome.end === 'crashed' ? await sandbox.causeOfDeath() : [];
  seen.add({ limitsReached });
  const unfinished = read !== null && agent.kind === 'program' ? whyUnfinished(read, user.said) : null;
  const hasOvercome = !isCutShort && read !== null && hasOvercomeFullContext(outcome, { agent, read });
  const settled: AgentOutcome = hasOvercome ? { end: 'finished' } : outcome;
  const conclude = async () => {
    const conversationEnd = read?.conversationEnd ?? null;
    const isFirst = !report.hasBegun && !mayRunFirst(agent, setup);
    // What servers of the skill offer is in the first request, and only the skill's author knows whether a provider takes it.
    const isOurs = isFirst && setup.servers.every(({ arm }) => arm === 'both');
    const isNotTaken = isOurs && conversationEnd?.kind === 'rejected';
    const shown = { ...report, ...{ blame, isCutShort, unfinished, conversationEnd, isNotTaken } };
    const ended =
      limitsReached.length > 0 ? byHarness('killed') : await endOf(settled, shown, { agent, trial, losses });
    seen.add(endInTime(ended, seconds, limits));
  };
  return { written: read?.written ?? [], arrived: user.arrived, taken: user.taken, conclude };
}

type Conversing = {
  assignment: AgentAssignment;
  agent: RunContext['agent'];
  session: Pick<GatewaySession, 'sinceStartMs'>;
};

/**
 * Has the agent answer each prompt in a conversation of its own. On the wire the next one is something that the user says: the agent
 * works on it from then on.
 */
async function converse(
  { conversations }: Pick<TrialSetup, 'conversations'>,
  said: SaidTurn[],
  { assignment, agent, session }: Conversing,
  limit: AbortSignal,
): Promise<AgentOutcome> {
  let outcome = await agent.run(assignment, limit).catch(crashed);
  for (const prompt of conversations) {
    if (outcome.end !== 'finished' || limit.aborted) return outcome;
    said.push({ text: prompt, atMs: session.sinceStartMs() });
    outcome = await agent.run({ ...assignment, prompt }, limit).catch(crashed);
  }
  return outcome;
}

type Stopped = {
  agent: RunContext['agent'];
  report: SessionReport;
  readSoFar: () => Promise<ReadTrial>;
};

/**
 * Whether the attempt may have ended because the provider failed. An agent program may end with exit code 0 all the same, or ask until
 * its time is up: then its traffic says how far it was.
 */
async function hasStoppedShort(
  { end }: AgentOutcome,
  { agent, report: { upstreamErrors }, readSoFar }: Stopped,
): Promise<boolean> {
  if (upstreamErrors.length === 0) return false;
  if (end === 'crashed' || end === 'rejected') return true;
  if (end !== 'timeout' && !(end === 'finished' && agent.kind === 'program')) return false;
  // What cannot be read is lost, which is noted when all of it is read.
  const read = await readSoFar().catch(() => null);
  if (read === null) return false;
  return end === 'timeout' ? read.conversationEnd.kind === 'provider-error' : !isDone(read);
}

type Conversation = Pick<ReadTrial, 'conversationEnd' | 'waitsForTool' | 'hasAnswered'>;

/** Whether the model has ended its work, be it by a refusal or because its context was full. */
function isDone({ conversationEnd: { kind }, waitsForTool, hasAnswered }: Conversation): boolean {
  if (kind === 'answered') return true;
  return (kind === 'refused' || kind === 'context-limit') && hasAnswered && !waitsForTool;
}

/**
 * Whether a program has failed only because its context was full on the way. What it runs could choose the exit code, and gains
 * nothing: the model has ended its work, as it has where the program exits normally.
 */
function hasOvercomeFullContext(
  outcome: AgentOutcome,
  { agent, read: { conversationEnd, wasFull } }: { agent: RunContext['agent']; read: ReadTrial },
): boolean {
  const known = agent.kind === 'program' ? agent.exitCodeOnceFull : undefined;
  const hasFailed = outcome.end === 'crashed' && known !== undefined && outcome.exitCode === known;
  return hasFailed && wasFull && conversationEnd.kind === 'answered';
}

/**
 * Why an agent program has not done its work whatever its exit code says: what it runs can end it with exit code 0, or claim that
 * exit code in its place.
 */
function whyUnfinished(read: Conversation, said: readonly SaidTurn[]): string | null {
  if (isDone(read)) return null;
  if (read.waitsForTool) return WAITS_FOR_TOOL;
  if (said.length > 0 && !read.hasAnswered) return TURN_UNANSWERED;
  return `it ended ${describeMeanwhile(read.conversationEnd)}`;
}

/** A trial without turns is recorded as it was before there were any. */
function watchedIn({ watched }: TrialSetup, turns: readonly SaidTurn[]): Watchable {
  return turns.length === 0 ? watched : { ...watched, turns };
}

type Traffic = { recorded: Recorded; watched: Uint8Array };

/** Reads the conversation and the uses of the skill from the raw wire alone. */
async function readTraffic(
  { recorded: { content: log, ...counts }, watched }: Traffic,
  { seen, losses, context }: Pick<Attendance, 'seen' | 'losses'> & { context: RunContext },
  signal: AbortSignal,
): Promise<ReadTrial | null> {
  const { keep } = context;
  seen.add({ wireLog: { digest: await keep(log), ...counts, watched: await keep(watched) } });
  const read = await losses.salvage('record', () => readLog(context, { log, watched }, signal), null);
  if (read === null) return null;
  const { transcript, sightings, opening, conversationEnd, isWhole, leftOutEvents } = read;
  seen.add({ transcript, sightings, opening, conversationEnd });
  if (!isWhole || counts.leftOutBytes > 0)
    losses.add('record', 'the model traffic is longer than what is kept of it');
  if (leftOutEvents > 0)
    losses.add('record', `${leftOutEvents} events of the transcript: there is no room for more`);
  return read;
}

type ToldBy = { agent: string; stream: StreamReader; prints: AgentPrints; secret: string };

/** What the agent program says about its own work is evidence of nothing, and no reason to lose anything. */
async function agentStreamOf(
  { agent, stream, prints, secret }: ToldBy,
  wire: OnTheWire | null,
  { traffic, keep }: RunContext,
  signal: AbortSignal,
): Promise<Pick<Evidence, 'agentStream'>> {
  const { starts, areWhole: isWhole, texts } = prints;
  const told = await traffic.account({ agent, printed: texts, secret }, signal).catch(() => null);
  if (told === null) return {};
  const { packed, account } = told;
  const reading = isWhole && account !== null && wire !== null ? reconcile(account, wire, stream) : null;
  return { agentStream: { agent, digest: await keep(packed), starts, isWhole, reading } };
}

/**
 * The log was written in this very trial: that it cannot be read is due to what went over the wire, and nothing that is
 * wrong with the store.
 */
async function readLog(
  { traffic }: RunContext,
  log: Parameters<RunContext['traffic']['read']>[0],
  signal: AbortSignal,
): Promise<ReadTrial> {
  return await traffic.read(log, signal).catch((cause: unknown) => {
    if (!(cause instanceof AssayError) || cause.code !== 'STORE_UNUSABLE') throw cause;
    throw new AssayError('INTERNAL', cause.message, { cause });
  });
}

type Report = SessionReport & {
  blame: Blame | null;
  /** Whether the attempt ended because the provider failed, or may have. */
  isCutShort: boolean;
  /** What an agent program has not done yet, although it has ended; `null` if nothing is missing. */
  unfinished: string | null;
  conversationEnd: ConversationEnd | null;
  /** Whether the provider did not take the very first request. If nothing can have run before it, that says nothing about the attempt. */
  isNotTaken: boolean;
};

type Ended = Pick<Evidence, 'agentEnd' | 'agentExit'>;

function byHarness(agentEnd: AgentEnd): Ended {
  return { agentEnd, agentExit: null };
}

/** An agent should report how it ended; one that throws instead has crashed like any other. */
function crashed(error: unknown): AgentOutcome {
  return { end: 'crashed', error };
}

/**
 * A used-up budget ends the attempt, whatever the agent makes of it. A broken upstream is a fault and no
 * measurement; an agent that crashed for another reason may have been made to by what it ran, and has failed.
 */
async function endOf(
  outcome: AgentOutcome,
  report: Report,
  { agent, trial, losses }: Pick<Attendance, 'trial' | 'losses'> & Pick<RunContext, 'agent'>,
): Promise<Ended> {
  if (report.budgetReached !== null && mayFollowBudget(outcome)) return byHarness('budget');
  const { isCutShort, unfinished, conversationEnd } = report;
  if (outcome.end === 'timeout') {
    const error = isCutShort ? crashOf(null, report, trial) : null;
    if (error !== null && !causeOf(error).byWorkload) throw error;
    return byHarness('timeout');
  }
  const isClean = outcome.end === 'finished';
  const hasFailed = outcome.end === 'crashed' || isCutShort;
  if (hasFailed || (isClean && report.isNotTaken)) {
    const error = outcome.end === 'crashed' ? outcome.error : null;
    await losses.accept('agent', crashOf(error, report, trial));
  } else if (isClean && unfinished !== null) losses.add('agent', unfinished);
  if (!hasFailed && !(isClean && agent.kind === 'program')) return byHarness(outcome.end);
  const agentExit = isClean ? 'clean' : 'failed';
  return {
    agentExit,
    agentEnd: conversationEnd === null ? WITHOUT_TRAFFIC[agentExit] : endBy(agentExit, conversationEnd),
  };
}

const WITHOUT_TRAFFIC = { clean: 'finished', failed: 'crashed' } as const satisfies Record<
  AgentExit,
  AgentEnd
>;

/**
 * A replay may lack a request after the first because of what ran in the sandbox. For the baseline nobody
 * then knows how it would have ended, and a failure would count in the skill's favour.
 */
function crashOf(error: unknown, report: Report, { arm }: PlannedTrial): AssayError {
  const { upstreamErrors, divergence, blame, unfinished, conversationEnd } = report;
  const isOwn = error instanceof AssayError && error.code !== 'AGENT_CRASHED';
  if (isOwn && causeOf(error).byWorkload) return error;
  if (divergence !== null && arm === 'with-skill')
    return new AssayError('REPLAY_DIVERGED', divergence, { cause: error });
  const upstreamError = upstreamErrors.at(-1);
  if (upstreamError !== undefined && blame !== null)
    return new AssayError('CONVERSATION_FAILED', `${blame}: ${upstreamError}`, { cause: error });
  if (upstreamError !== undefined) return new AssayError('UPSTREAM_FAILED', upstreamError, { cause: error });
  if (report.isNotTaken) return requestNotTaken(conversationEnd?.said ?? 'it did not say why', error);
  if (isOwn && error.code === 'UPSTREAM_FAILED') return error;
  return new AssayError('AGENT_CRASHED', error === null ? (unfinished ?? '') : messageOf(error), {
    cause: error,
  });
}

/**
 * An agent that ends after a budget refused it was ended by that budget; running out
 * of its own time is its time limit.
 */
function mayFollowBudget({ end }: AgentOutcome): boolean {
  return end === 'crashed' || end === 'finished' || end === 'rejected' || end === 'timeout';
}

/**
 * An agent that ended while its limit was suspended has exceeded it all the same if
 * an answer was merely slow.
 */
function endInTime(ended: Ended, seconds: number, { maxSeconds }: Limits): Ended {
  return ended.agentEnd === 'finished' && seconds > maxSeconds ? byHarness('timeout') : ended;
}

import type { Agent, AgentOutcome } from '../agents/agent.ts';
import { AssayError, messageOf } from '../base/assay-error.ts';
import type { ReachedBudget } from '../contracts/budget.ts';
import type { AgentEnd, Evidence, TreeDiff } from '../contracts/evidence.ts';
import type { Sha256 } from '../contracts/identifiers.ts';
import type { Limits } from '../contracts/limits.ts';
import type { PlannedTrial, RunPlan } from '../contracts/plan.ts';
import type { Gateway, GatewaySession, SessionReport } from '../gateway/gateway.ts';
import type { TrialAccount } from '../gateway/run-account.ts';
import type { Upstream } from '../gateway/upstream.ts';
import { type FileTree, HOME, type Sandbox, type SandboxEngine, WORKSPACE } from '../sandbox/sandbox.ts';
import { agentTimeLimit } from './agent-time-limit.ts';
import { attestSandbox } from './attest-sandbox.ts';
import type { Clock } from './clock.ts';
import { decoyCallsOf } from './decoys.ts';
import { diffTrees, entriesBelow, isSameEntry } from './tree-diff.ts';
import type { TrialSetup } from './trial-setup.ts';

/** The folders that a trial may change, and so those that are compared. */
const WATCHED = [WORKSPACE, HOME, '/tmp'];

export type Surroundings = {
  engine: SandboxEngine;
  gateway: Gateway;
  agent: Agent;
  model: string;
  clock: Clock;
  /** Stores what is too large for a record, by its content. */
  keep: (content: Uint8Array) => Sha256;
};

/** `after` is `null` where no whole copy of the files could be had: they must not be graded. */
export type Observation = { evidence: Evidence; after: FileTree | null };

/** What the run was planned with and every sandbox is held against. */
export type Conditions = Pick<RunPlan, 'imageDigest' | 'runtime'>;

type Job = {
  trial: PlannedTrial;
  setup: TrialSetup;
  upstream: Upstream;
  conditions: Conditions;
  account: TrialAccount;
};

/** One agent in one fresh sandbox: what it did, by what the harness itself saw. */
export async function observeAgent(
  job: Job,
  around: Surroundings,
  signal: AbortSignal,
): Promise<Observation> {
  const { trial, setup, upstream, conditions, account } = job;
  const { skillsDir } = around.agent;
  // The skill first: where an agent left more files than the harness takes, it is the end that is missing.
  const roots = [skillsDir, ...WATCHED];
  using session = around.gateway.openSession({
    upstream,
    skill: setup.watched,
    maxTokens: trial.limits.maxTokens,
    maxRequests: trial.limits.maxTurns,
    maxSeconds: trial.limits.timeoutSeconds,
    maxUsd: trial.limits.maxUsd,
    account,
  });
  const network = { gateway: session.fetch, policy: setup.egress };
  await using sandbox = await around.engine.create({ ...setup.spec, network }, signal);
  const attestation = await attestSandbox(sandbox, { setup, skillsDir, ...conditions });
  const channel = setup.decoys.length > 0 ? await sandbox.openChannel() : null;
  const before = await sandbox.readTree(roots);
  const attended = await attendAgent(job, { sandbox, session }, around, signal);
  if (signal.aborted) throw new AssayError('INTERRUPTED', 'The run was interrupted.');
  const start = {
    ...{ attestation, canaries: [...setup.canaries] },
    skillsVisible: skillFolders(before, skillsDir),
  };
  if (attended.agentEnd === 'killed') {
    const egress = await sandbox.egress('ended');
    return { after: null, evidence: { ...start, ...attended, ...NOTHING_LEFT, egress } };
  }
  await sandbox.stopProcesses();
  const { resources, limitsReached } = await sandbox.readConsumption();
  const after = await sandbox.readTree(roots);
  const evidence = {
    ...start,
    ...attended,
    resources,
    limitsReached: after.isComplete ? limitsReached : [...new Set([...limitsReached, 'disk' as const])],
    treeComplete: after.isComplete,
    processes: await sandbox.processes(),
    tree: diffTrees(below(before, WATCHED), below(after, WATCHED)),
    egress: await sandbox.egress(),
    decoyCalls: channel === null ? [] : decoyCallsOf(await channel.drain()),
    skillUnchanged: trial.arm === 'baseline' ? null : isUnchanged(before, after, skillsDir),
  };
  return { after: after.isComplete ? after : null, evidence };
}

const NO_CHANGES: TreeDiff = { created: [], changed: [], deleted: [] };

/** Of a sandbox that its limits ended under the agent: all that was in it is gone. */
const NOTHING_LEFT = {
  tree: NO_CHANGES,
  treeComplete: false,
  decoyCalls: [],
  skillUnchanged: null,
  resources: null,
  processes: null,
};

type Attended = Pick<
  Evidence,
  | 'agentEnd'
  | 'budgetReached'
  | 'seconds'
  | 'usage'
  | 'requests'
  | 'modelCalls'
  | 'transcript'
  | 'wireLog'
  | 'sightings'
  | 'limitsReached'
>;

/**
 * The clock runs around the agent alone: neither the sandbox's start nor grading is the agent's time, nor what it waits
 * for a place at a provider or for a retry. What a replay does not wait for is.
 */
async function attendAgent(
  { trial, setup }: Job,
  { sandbox, session }: { sandbox: Sandbox; session: GatewaySession },
  { gateway, agent, model, clock, keep }: Surroundings,
  signal: AbortSignal,
): Promise<Attended> {
  const { limits } = trial;
  // What a silent provider takes is nobody's, which shows when it is given up: till then the limit waits.
  const waitedMs = () => session.offClockMs() + session.undecidedMs();
  using limit = agentTimeLimit(limits.timeoutSeconds * 1000, waitedMs);
  const timeLimit = AbortSignal.any([signal, limit.signal, session.overBudget]);
  const startMs = clock.monotonicMs();
  const elapsedMs = () => clock.monotonicMs() - startMs - session.offClockMs();
  const access = { token: session.token, fetch: gateway.fetch };
  const { prompt, visibleSkills: skills } = setup;
  const outcome = await agent.run(
    { prompt, model, skills, limits, sandbox, gateway: access, elapsedMs },
    timeLimit,
  );
  const seconds = elapsedMs() / 1000;
  const report = session.report();
  const { content, ...wire } = await session.wire();
  const { inputTokens, outputTokens } = report.usage;
  const limitsReached = outcome.end === 'crashed' ? await sandbox.causeOfDeath() : [];
  return {
    limitsReached,
    agentEnd: limitsReached.length > 0 ? 'killed' : endInTime(endOf(outcome, report), seconds, limits),
    budgetReached: report.budgetReached,
    seconds,
    usage: { inputTokens, outputTokens },
    requests: report.requests,
    modelCalls: [...report.calls],
    transcript: { events: [...outcome.events] },
    wireLog: { digest: keep(content), ...wire },
    sightings: [...report.sightings],
  };
}

/**
 * A budget that ran out is the attempt's end, whatever the agent makes of it; a broken upstream or agent is a fault and
 * no measurement.
 */
function endOf(outcome: AgentOutcome, report: SessionReport): AgentEnd {
  if (report.budgetReached !== null && isEndOf(outcome, report.budgetReached)) return 'budget';
  if (outcome.end !== 'crashed') return outcome.end;
  const [upstreamError] = report.upstreamErrors;
  if (upstreamError !== undefined)
    throw new AssayError('UPSTREAM_FAILED', upstreamError, { cause: outcome.error });
  const { error } = outcome;
  if (error instanceof AssayError && error.code === 'UPSTREAM_FAILED') throw error;
  throw new AssayError('AGENT_CRASHED', messageOf(error), { cause: error });
}

/** Of an agent that was refused by a budget and ended for it, it was the budget; its own time is its time limit. */
function isEndOf({ end }: AgentOutcome, { of, what }: ReachedBudget): boolean {
  const isTimeLimit = of === 'trial' && what === 'seconds';
  return end === 'crashed' || end === 'finished' || (end === 'timeout' && !isTimeLimit);
}

/** An agent that ended while its limit waited has gone beyond it all the same, where an answer was merely slow. */
function endInTime(end: AgentEnd, seconds: number, { timeoutSeconds }: Limits): AgentEnd {
  return end === 'finished' && seconds > timeoutSeconds ? 'timeout' : end;
}

function below(tree: FileTree, roots: readonly string[]): FileTree {
  return { ...tree, entries: roots.flatMap((root) => entriesBelow(tree, root)) };
}

/** Whatever lies in the folder where the agent looks for skills, proven before it starts. */
function skillFolders(tree: FileTree, skillsDir: string): string[] {
  const names = entriesBelow(tree, skillsDir).map(
    ({ path }) => path.slice(skillsDir.length + 1).split('/')[0] ?? '',
  );
  return [...new Set(names)].sort();
}

function isUnchanged(before: FileTree, after: FileTree, skillsDir: string): boolean {
  const old = entriesBelow(before, skillsDir);
  const now = new Map(entriesBelow(after, skillsDir).map((entry) => [entry.path, entry]));
  return old.length === now.size && old.every((entry) => isSame(entry, now.get(entry.path)));
}

function isSame(
  before: FileTree['entries'][number],
  after: FileTree['entries'][number] | undefined,
): boolean {
  return after !== undefined && isSameEntry(before, after);
}

import { AssayError } from '../base/assay-error.ts';
import type { Evidence, TreeDiff } from '../contracts/evidence.ts';
import type { PlannedTrial, RunPlan } from '../contracts/plan.ts';
import type { TrialAccount } from '../gateway/run-account.ts';
import type { Upstream } from '../gateway/upstream.ts';
import { type FileTree, HOME, WORKSPACE } from '../sandbox/sandbox.ts';
import { attendAgent } from './attend-agent.ts';
import { attestSandbox } from './attest-sandbox.ts';
import { decoyCallsOf } from './decoys.ts';
import { isUnchanged, skillFolders } from './skill-in-tree.ts';
import type { Surroundings } from './surroundings.ts';
import { diffTrees, entriesBelow } from './tree-diff.ts';
import type { TrialSetup } from './trial-setup.ts';

/** The folders that a trial may change, and so those that are compared. */
const WATCHED = [WORKSPACE, HOME, '/tmp'];

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

function below(tree: FileTree, roots: readonly string[]): FileTree {
  return { ...tree, entries: roots.flatMap((root) => entriesBelow(tree, root)) };
}

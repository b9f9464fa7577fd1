import { AssayError } from '../base/assay-error.ts';
import type { CanarySearch, Evidence } from '../contracts/evidence.ts';
import type { PlannedTrial, RunPlan } from '../contracts/plan.ts';
import type { TrialAccount } from '../gateway/run-account.ts';
import type { Upstream } from '../gateway/upstream.ts';
import { type FileTree, WRITABLE } from '../sandbox/sandbox.ts';
import { attendAgent } from './attend-agent.ts';
import { attestSandbox } from './attest-sandbox.ts';
import type { Losses } from './losses.ts';
import { readWhatIsLeft } from './read-what-is-left.ts';
import { searchOutputs } from './search-outputs.ts';
import { isUnchanged, skillFolders } from './skill-in-tree.ts';
import type { Surroundings } from './surroundings.ts';
import type { TrialSetup } from './trial-setup.ts';

/** The oracles take what was not searched for what it is. */
const UNSEARCHED: CanarySearch = {
  traces: [],
  unsearched: [{ place: 'what was put out', path: null, reason: 'the search failed' }],
};

/** `after` is `null` where the files could not be read; with any loss they are not graded. */
export type Observation = { evidence: Evidence; after: FileTree | null };

/** What the run was planned with and every sandbox is held against. */
export type Conditions = Pick<RunPlan, 'imageDigest' | 'runtime'>;

type Job = {
  trial: PlannedTrial;
  setup: TrialSetup;
  upstream: Upstream;
  conditions: Conditions;
  account: TrialAccount;
  losses: Losses;
};

/** One agent in one fresh sandbox: what it did, by what the harness itself saw. */
export async function observeAgent(
  job: Job,
  around: Surroundings,
  signal: AbortSignal,
): Promise<Observation> {
  const { trial, setup, upstream, conditions, account, losses } = job;
  const { skillsDir } = around.agent;
  // The skill first: where an agent left more files than the harness takes, it is the end that is missing.
  const roots = [skillsDir, ...WRITABLE];
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
  losses.sandbox = sandbox;
  const attestation = await attestSandbox(sandbox, { setup, skillsDir, ...conditions });
  const decoys = setup.decoys.map(({ command }) => command);
  const channel = decoys.length > 0 ? await sandbox.openChannel(decoys) : null;
  const before = await sandbox.readTree(roots);
  const attended = await attendAgent(job, { sandbox, session }, around, signal);
  if (signal.aborted) throw new AssayError('INTERRUPTED', 'The run was interrupted.');
  const places = { before, roots, watched: WRITABLE, named: setup.named };
  const { after, seen } = await readWhatIsLeft({ sandbox, channel }, places, losses);
  const outlets = { transcript: attended.transcript, ...seen };
  const evidence = {
    ...{ attestation, canaries: [...setup.canaries] },
    skillsVisible: skillFolders(before, skillsDir),
    ...attended,
    ...seen,
    canarySearch: await losses.salvage(
      'search',
      () => searchOutputs(setup.canaries, outlets, { before, after }),
      UNSEARCHED,
    ),
    limitsReached: [...new Set([...attended.limitsReached, ...seen.limitsReached])],
    skillUnchanged: trial.arm === 'baseline' || after === null ? null : isUnchanged(before, after, skillsDir),
    losses: [...losses.all],
  };
  return { after, evidence };
}

import { basename } from 'node:path/posix';
import { AssayError } from '../base/assay-error.ts';
import type { AttestedClaim } from '../contracts/attestation.ts';
import type { CanarySearch } from '../contracts/evidence.ts';
import type { PlannedTrial, RunPlan } from '../contracts/plan.ts';
import { WRITABLE } from '../contracts/sandbox-places.ts';
import type { TrialAccount } from '../gateway/session/run-account.ts';
import type { Upstream } from '../gateway/upstreams/upstream.ts';
import { GRADE_DIR } from '../graders/grade-dir.ts';
import type { AttestationRequest, FileTree, Sandbox, ServiceTape } from '../sandbox/sandbox.ts';
import { doingOf } from '../traffic/doing-of.ts';
import { attendAgent, NOT_ATTENDED } from './attend-agent.ts';
import type { Losses } from './losses.ts';
import { readWhatIsLeft } from './read-what-is-left.ts';
import type { RunContext } from './run-context.ts';
import { searchOutputs } from './search-outputs.ts';
import type { SeenSoFar } from './seen-so-far.ts';
import { entriesBelow, isSameEntry, treeWith } from './tree-diff.ts';
import type { PlannedTurn, TrialSetup } from './trial-setup.ts';

/** The oracles treat what was not searched as unsearched. */
const UNSEARCHED: CanarySearch = {
  traces: [],
  unsearched: [{ place: 'what was put out', path: null, reason: 'the search failed' }],
  searchedBytes: 0,
  network: false,
};

/** The conditions that the run was planned with, and that every sandbox is checked against. */
export type Conditions = Pick<RunPlan, 'imageDigest' | 'runtime'>;

type Job = {
  trial: PlannedTrial;
  setup: TrialSetup;
  upstream: Upstream;
  services: ServiceTape | null;
  conditions: Conditions;
  account: TrialAccount;
  losses: Losses;
  seen: SeenSoFar;
  doing: TellDoing;
};

/** Tells whoever watches what the agent does now; `null` once it has ended. */
export type TellDoing = (what: string | null) => void;

/** The files that an agent left, or `null` if they could not be read, and the turns of the user that it was told. */
type Observed = { after: FileTree | null; taken: readonly PlannedTurn[] };

/** Runs one agent in one fresh sandbox and records what the harness itself saw it do. */
export async function observeAgent(job: Job, context: RunContext, signal: AbortSignal): Promise<Observed> {
  const { trial, setup, upstream, services, conditions, account, losses, seen, doing } = job;
  const { kind, image, skillsDir, provider, wire, sideRequests = {} } = context.agent;
  // The skill comes first: if an agent left more files than the harness takes, the end is missing.
  const roots = [skillsDir, ...WRITABLE];
  using session = context.gateway.openSession({
    upstream,
    own: { provider, model: context.model },
    ...(kind === 'program' ? { program: { wire, isOneProcess: image !== null } } : {}),
    maxTokens: trial.limits.maxTokens,
    maxRequests: trial.limits.maxRequests,
    maxUsd: trial.limits.maxUsd,
    account,
    prompt: setup.prompt,
    sideRequests,
    onAnswer: (answer) => doing(doingOf(answer)),
  });
  const usesSecrets = trial.kind === 'task';
  const { egress: policy, answers } = setup;
  const network = { gateway: session.fetch, policy, answers, usesSecrets, services };
  await using sandbox = await context.engine.create({ ...setup.spec, network }, signal);
  using _asked = losses.whileAsking(sandbox);
  const attestation = await attestSandbox(sandbox, { setup, skillsDir, ...conditions });
  const decoys = setup.decoys.map(({ command }) => command);
  const { sockets } = setup;
  const channel = decoys.length + sockets.length > 0 ? await sandbox.openChannel(decoys, sockets) : null;
  const before = await sandbox.readTree(roots);
  const skillsVisible = skillFolders(before, skillsDir);
  const { ownState = [] } = context.agent;
  const own = ownState.length === 0 ? {} : { ownState: [...ownState] };
  seen.begin({ attestation, canaries: [...setup.canaries], skillsVisible, ...own });
  const attend = () => attendAgent(job, { sandbox, session }, context, signal);
  const { written, arrived, taken, conclude } = await losses.salvage('agent', attend, NOT_ATTENDED);
  if (signal.aborted) throw new AssayError('INTERRUPTED', 'The run was interrupted.');
  const given = arrived.reduce(treeWith, before);
  const places = { before: given, roots, watched: WRITABLE, named: setup.named };
  const { after, sent, left } = await readWhatIsLeft({ sandbox, channel }, places, losses);
  seen.add({ ...left, egress: [...left.egress, ...session.outreaches()] });
  const search = () =>
    searchOutputs(setup.canaries, seen.evidence, { before: given, after, sent, written }, signal);
  seen.add({ canarySearch: await losses.salvage('search', search, UNSEARCHED) });
  if (trial.arm === 'with-skill' && after !== null)
    seen.add({ skillUnchanged: isUnchanged(before, after, skillsDir) });
  await conclude();
  return { after, taken };
}

type Options = Pick<AttestationRequest, 'imageDigest' | 'runtime' | 'skillsDir'> & { setup: TrialSetup };

/**
 * Checks what the sandbox really is. A claim that is not true makes the trial void, before an agent runs.
 */
async function attestSandbox(sandbox: Sandbox, options: Options): Promise<AttestedClaim[]> {
  const { setup, ...request } = options;
  const skills = setup.visibleSkills.map(({ root }) => basename(root));
  const planted = setup.planted;
  const claims = await sandbox.attest({ ...request, skills, planted, absentPaths: [GRADE_DIR] });
  const broken = claims.filter(({ holds }) => !holds);
  if (broken.length === 0) return claims;
  const details = broken.map(({ claim, found }) => `${claim} Found: ${found}.`).join(' ');
  throw new AssayError('ATTESTATION_FAILED', `The sandbox failed its attestation. Not true: ${details}`);
}

/** The folders in which the agent would find skills, read before it starts. */
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

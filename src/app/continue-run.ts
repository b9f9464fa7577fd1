import type { AgentDescription } from '../agents/agent.ts';
import { readyAgent } from '../agents/agents.ts';
import { AssayError } from '../base/assay-error.ts';
import { snapshotOf } from '../checks/snapshot.ts';
import type { RunPlan } from '../contracts/plan.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import { CassetteDeck } from '../gateway/upstreams/cassette/cassette-deck.ts';
import type { ProgramNeeds } from '../sandbox/image/recipe.ts';
import type { SandboxEngine } from '../sandbox/sandbox.ts';
import { openSession } from '../sandbox/session/session.ts';
import { isEvidenceLost } from '../scorecard/is-evidence-lost.ts';
import { openResults } from '../store/open-results.ts';
import type { RunReader } from '../store/run-store.ts';
import { recordName } from '../store/stored-parts.ts';
import { type Benchmark, loadBenchmark } from './benchmark.ts';
import { prepareCassettes, requireRecorded } from './cassette-choice.ts';
import { keptSkill } from './choose-skill.ts';
import type { RunChoice } from './choose-subjects.ts';
import { executeRun } from './execute-run.ts';
import { chooseJudge } from './judge-choice.ts';
import { machinesFor } from './machines-for.ts';
import { type ModelAccessOptions, modelAccess } from './model-access.ts';
import { chooseUpstream } from './model-choice.ts';
import { plannedAgent } from './named-agent.ts';
import { imageDigests, provideTemplates, type Templates } from './provide-templates.ts';
import { unpublish } from './published-files.ts';
import { recordedServices } from './recorded-services.ts';
import { type BudgetOptions, requirePrice, runBudget } from './run-budget.ts';
import { consentedSecrets, requireConsentedRecording } from './run-consent.ts';
import type { RunObserver } from './run-observer.ts';
import { serviceSecrets } from './service-secrets.ts';
import { verifySeal } from './verify-seal.ts';

export type ResumeOptions = {
  resultsDir: string;
  runId: string;
  access?: ModelAccessOptions | undefined;
  /** Limits of the whole run (of all runs, if it is part of a matrix), in place of those that were planned. */
  budget?: BudgetOptions | undefined;
  /** Names of the secrets that the suite may have, if this machine does not know what was allowed. */
  secrets?: readonly string[] | undefined;
};

/**
 * Finishes a run exactly as it was planned; measured trials are not run again. Of a run in a matrix, the caller has claimed the
 * matrix, and gives what is left of its budget.
 */
export async function continueRun(
  { resultsDir, runId, access = {}, budget = {}, secrets: named }: ResumeOptions,
  observer: RunObserver,
  signal: AbortSignal,
): Promise<Scorecard> {
  const planned = await planOf(resultsDir, runId);
  await using store = await openResults(resultsDir, 'writing');
  using _claim = store.claimRun(runId);
  const plan = { ...planned, budget: runBudget(budget, planned.budget) };
  await requireUntouched(store, plan, resultsDir);
  requirePrice(plan);
  const secrets = serviceSecrets(plan.suite, {
    allowed: named ?? consentedSecrets(plan),
    say: observer.say,
  });
  const { setup, cassettes, seed } = plan;
  const agent = await readyAgent(plannedAgent(plan), setup.settings);
  requireConsentedRecording(plan);
  requireRecorded(plan);
  await using services = await recordedServices(plan);
  await using deck = new CassetteDeck();
  const sources = { cassettes, seed, access: modelAccess(access), deck };
  const upstreamFor = chooseUpstream({ setup, agent, ...sources });
  const judgeUpstreamFor = chooseJudge(plan.judge, sources);
  const benchmark = await loadBenchmark(plan.suiteDir, {
    choice: choiceOf(plan),
    ...(plan.skillFrom === 'suite' ? {} : { otherSkill: () => keptSkill(plan.skill) }),
  });
  requireSame(plan, benchmark);
  const machines = plan.machines ?? machinesFor(benchmark, formerNeeds(agent));
  const wanted = { recipe: agent.image, benchmark, machines };
  const templates = await provideTemplates(wanted, observer.say, signal);
  await using engine = await openSession(undefined, {
    ...{ runtime: plan.runtime, ...templates.suite },
    secrets,
  });
  await requireSameImages(plan, templates, engine);
  prepareCassettes(cassettes, 'resumed run');
  unpublish({ resultsDir, runId });
  await store.reopenRun(plan);
  return await executeRun(
    { plan, benchmark, templates, agent, engine, store, resultsDir, upstreamFor, judgeUpstreamFor, services },
    observer,
    signal,
  );
}

/** A plan that does not say how large its sandboxes are was made when only the memory followed the agent. */
function formerNeeds({ image }: AgentDescription): ProgramNeeds | null {
  return image === null ? null : { memoryMib: image.memoryMib };
}

/** Opens the store for reading only, so that nothing is created if there is no such run. */
export async function planOf(resultsDir: string, runId: string): Promise<RunPlan> {
  await using reader = await openResults(resultsDir, 'reading');
  return (await reader.loadRun(runId)).plan;
}

/** Resuming seals the run anew, so any earlier change to it would become part of the new root digest. */
async function requireUntouched(store: RunReader, plan: RunPlan, resultsDir: string): Promise<void> {
  const { runId } = plan;
  const { differences } = await verifySeal(store, { resultsDir, runId }, null);
  const lost = (await store.loadRecords(plan)).filter(isEvidenceLost);
  const unreadable = lost.map(({ trial, attempt }) => recordName(trial.id, attempt));
  const touched = differences.filter(
    ({ kind, part }) => kind === 'plan' || (kind === 'record' && !unreadable.includes(part)),
  );
  if (touched.length === 0) return;
  const parts = touched.map(({ part, problem }) => `- ${part}: ${problem}`).join('\n');
  throw new AssayError(
    'RUN_MISMATCH',
    `Run ${runId} was changed after it was published and cannot be resumed:\n${parts}\nStart a new run.`,
  );
}

/** Chooses what was planned: tasks and probes that were added later are not part of this run. */
function choiceOf({ tasks, probes }: RunPlan): RunChoice {
  return { tasks: tasks.map(({ id }) => id), probes: probes.map(({ id }) => id) };
}

/** Trials under other conditions would not be comparable with the recorded ones. */
function requireSame(plan: RunPlan, benchmark: Benchmark): void {
  if (benchmark.digest !== plan.suiteDigest)
    throw changed(plan, `The files of ${plan.suiteDir} or the probes`);
  if (snapshotOf(benchmark.skill).digest !== plan.skill.digest)
    throw changed(plan, `The skill ${plan.skill.source}`);
}

async function requireSameImages(plan: RunPlan, templates: Templates, engine: SandboxEngine): Promise<void> {
  const { imageDigest, taskImages } = await imageDigests(templates, engine);
  if (imageDigest !== plan.imageDigest) throw changed(plan, 'The sandbox image');
  const planned = new Map(Object.entries(plan.taskImages));
  const now = new Map(Object.entries(taskImages));
  const task = [...planned.keys(), ...now.keys()].find((id) => planned.get(id) !== now.get(id));
  if (task !== undefined) throw changed(plan, `The sandbox image of task "${task}"`);
}

function changed({ runId }: RunPlan, what: string): AssayError {
  return new AssayError('RUN_MISMATCH', `${what} changed since run ${runId} was planned. Start a new run.`);
}

import type { Agent } from '../agents/agent.ts';
import type { RunPlan } from '../contracts/plan.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { createGateway } from '../gateway/gateway.ts';
import { loadTokenizer } from '../gateway/upstreams/scripted/token-counter.ts';
import { ContentJudge } from '../graders/reading/content-judge.ts';
import { otherVersionNotice } from '../report/facts/agent-facts.ts';
import { showCount } from '../report/facts/amounts.ts';
import { unprovenNotice } from '../report/facts/unproven-notice.ts';
import { systemClock } from '../runner/clock.ts';
import { type RunJob, runPlan } from '../runner/run-plan.ts';
import { TrafficReader } from '../runner/traffic-reader.ts';
import { TrialGrader } from '../runner/trial-grader.ts';
import type { TrialSubject } from '../runner/trial-subject.ts';
import { watchStandstills } from '../runner/watch-standstills.ts';
import type { SandboxEngine } from '../sandbox/sandbox.ts';
import { buildScorecard } from '../scorecard/build-scorecard.ts';
import type { RunStore } from '../store/run-store.ts';
import { type Benchmark, subjectOf } from './benchmark.ts';
import type { UpstreamFor } from './model-choice.ts';
import type { Templates } from './provide-templates.ts';
import { publishScorecard } from './publish-scorecard.ts';
import type { RecordedServices } from './recorded-services.ts';
import { accountOf, resumeHint } from './run-budget.ts';
import type { RunObserver } from './run-observer.ts';
import { skillUnderTest } from './skill-under-test.ts';
import { trackProgress } from './track-progress.ts';

export type Execution = {
  plan: RunPlan;
  benchmark: Benchmark;
  templates: Pick<Templates, 'tasks'>;
  agent: Agent;
  engine: SandboxEngine;
  store: RunStore;
  resultsDir: string;
  upstreamFor: UpstreamFor;
  judgeUpstreamFor: UpstreamFor | null;
  services: Pick<RecordedServices, 'servicesFor'>;
};

/** Runs the pending trials, and publishes the scorecard of all recorded ones. */
export async function executeRun(
  { plan, benchmark, templates, agent, engine, store, resultsDir, services, ...upstreams }: Execution,
  observer: RunObserver,
  signal: AbortSignal,
): Promise<Scorecard> {
  const done = await store.loadRecords(plan);
  const account = accountOf(plan, done);
  observer.say(`Run ${plan.runId}: ${showCount(plan.trials.length, 'trial')}, seed ${plan.seed}.`);
  for (const notice of [otherVersionNotice(plan.setup), unprovenNotice(plan.unproven)])
    if (notice !== null) observer.say(notice);
  if (plan.setup.simulated) await loadTokenizer();
  await store.setStatus(plan.runId, 'running');
  const skill = skillUnderTest(benchmark.skill, knownOfSkill(plan));
  using standstills = watchStandstills();
  using traffic = new TrafficReader();
  using contents = new ContentJudge();
  using grades = new TrialGrader();
  try {
    await runPlan(
      {
        plan,
        done,
        account,
        skillOf: () => skill,
        subjectOf: (trial) => furnished(subjectOf(benchmark, trial), templates),
        solutionOf: (task) => benchmark.solutions.get(task) ?? null,
        ...upstreams,
        servicesFor: services.servicesFor,
        save: (record) => store.saveTrial(record),
        ...tellEvents(plan, done, observer),
      },
      {
        ...{ engine, agent, gateway: createGateway(), model: plan.setup.model, clock: systemClock },
        ...{ standstills: standstills.watch, traffic, contents, grades },
        keep: (content) => store.keep(content),
      },
      signal,
    );
  } catch (error) {
    // One command resumes all runs of a matrix, and is named once, after the last of them.
    if (plan.matrix === undefined) observer.say(`Run ${plan.runId} is not finished. ${resumeHint(plan)}`);
    await store.setStatus(plan.runId, 'interrupted');
    throw error;
  }
  await store.requireUnchanged(plan.runId);
  // The scorecard is derived from what was stored, so that "assay rescore" will find the same.
  const derived = buildScorecard(plan, await store.loadRecords(plan), plan.parameters);
  const scorecard = await publishScorecard(derived, store, resultsDir);
  await store.setStatus(plan.runId, scorecard.budgetReached === null ? 'finished' : 'interrupted');
  return scorecard;
}

/** The subject of a trial with what its sandboxes are made from. */
function furnished(subject: TrialSubject, { tasks }: Pick<Templates, 'tasks'>): TrialSubject {
  return subject.kind === 'task' ? { ...subject, template: tasks.get(subject.task.id) } : subject;
}

function tellEvents(
  plan: RunPlan,
  done: readonly TrialRecord[],
  observer: RunObserver,
): Pick<RunJob, 'onEvent' | 'onDoing'> {
  const track = trackProgress(plan, done, systemClock, observer.progress);
  return {
    onEvent(event) {
      if (event.kind !== 'unproven') return track(event);
      observer.say(`The graders of task ${event.task} cannot decide it, so it is not run. ${event.detail}`);
    },
    onDoing: (trial, what) => track({ kind: 'doing', trial, what }),
  };
}

function knownOfSkill({ skill: { name, description }, withheld, suite: { mcp: servers = [] } }: RunPlan) {
  return { name, description, withheld, servers };
}

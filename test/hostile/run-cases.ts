import { digestOf } from '../../src/base/digest.ts';
import type { Grade } from '../../src/contracts/grade.ts';
import type { Arm } from '../../src/contracts/identifiers.ts';
import type { PlannedTrial, RunPlan } from '../../src/contracts/plan.ts';
import type { Scorecard } from '../../src/contracts/scorecard.ts';
import { Script } from '../../src/contracts/script.ts';
import type { TrialRecord } from '../../src/contracts/trial-record.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import { RunAccount } from '../../src/gateway/session/run-account.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { ContentJudge } from '../../src/graders/reading/content-judge.ts';
import { systemClock } from '../../src/runner/clock.ts';
import { planTrials } from '../../src/runner/plan-trials.ts';
import { runPlan } from '../../src/runner/run-plan.ts';
import type { SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { buildScorecard } from '../../src/scorecard/build-scorecard.ts';
import { gradeRecord } from '../../src/scorecard/grade-record.ts';
import { neverStopped } from '../fakes/vitals.ts';
import { anthropicAgent } from '../fixtures/anthropic-agent.ts';
import { gradingHere } from '../fixtures/grading-here.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { readingHere } from '../fixtures/reading-here.ts';
import { file, idOf, probesOf, tasksOf, type Work } from './hostile-case.ts';

const SKILL = {
  name: 'greeter',
  description: 'Does what is asked.',
  frontmatter: '',
  body: 'Do what is asked, in the way in which this skill has always done it.\n',
  files: [file('SKILL.md', '---\nname: greeter\n---\nDo what is asked, in the way in which it is done.\n')],
};

/** Whether it is done as it is, or laundered. */
export type Disguise = 'openly' | 'laundered';

/** A work, and what the agent of one arm does of it. */
export type Doing = { work: Work; arm: Arm; disguise: Disguise; command: string };

const REPEATS = { openly: 1, laundered: 2 } as const satisfies Record<Disguise, number>;

/** A plan of one trial in each arm and disguise for every work. */
export function planOf(works: readonly Work[]): RunPlan {
  const subjects = works.map(({ subject }) => {
    const { id } = subject.kind === 'task' ? subject.task : subject.probe;
    const limits = { maxSeconds: 60, maxRequests: 5, maxTokens: null, maxUsd: null };
    return { kind: subject.kind, id, limits };
  });
  const [tasks, probes] = [tasksOf(works), probesOf(works)];
  return smallPlan({ tasks, probes, trials: planTrials(subjects, 2, 'seed'), concurrency: 3 });
}

/** Does each in a real sandbox, and gives every record that was made of it. */
export async function recordsOf(
  plan: RunPlan,
  doings: readonly Doing[],
  engine: SandboxEngine,
): Promise<TrialRecord[]> {
  const records: TrialRecord[] = [];
  const asked = doings.flatMap((doing) => {
    const trial = plan.trials.find((planned) => isBy(planned, doing));
    return trial === undefined ? [] : [{ trial, doing }];
  });
  const askedFor = ({ id }: Pick<PlannedTrial, 'id'>) => {
    const found = asked.find(({ trial }) => trial.id === id);
    if (found === undefined) throw new Error(`nobody does ${id}`);
    return found;
  };
  // The graders of a task prove themselves once, and not in each of its cases.
  const trials = plan.trials
    .filter((trial) => asked.some((one) => one.trial === trial))
    .map((trial) => ({ ...trial, subject: provenWith(askedFor(trial).doing.work) }));
  const imageDigest = await engine.imageDigest();
  await runPlan(
    {
      plan: { ...plan, trials, imageDigest },
      done: [],
      account: new RunAccount(plan),
      skillOf: () => SKILL,
      subjectOf: (trial) => askedFor(trial).doing.work.subject,
      solutionOf: () => null,
      upstreamFor: (trial) => scriptedUpstream(scriptOf(askedFor(trial).doing), trial.arm),
      judgeUpstreamFor: null,
      servicesFor: () => null,
      save: async (record) => void records.push({ ...record, trial: askedFor(record.trial).trial }),
      onEvent: () => undefined,
    },
    {
      ...{ engine, gateway: createGateway(), agent: anthropicAgent, model: 'scripted' },
      ...{
        clock: systemClock,
        standstills: neverStopped(),
        traffic: readingHere,
        contents: new ContentJudge(),
        grades: gradingHere,
        keep: async (content: Uint8Array) => digestOf(content),
      },
    },
    new AbortController().signal,
  );
  return records;
}

function provenWith(work: Work): string {
  return work.subject.kind === 'task' ? (work.like ?? idOf(work)) : idOf(work);
}

function scriptOf({ arm, command }: Doing): Script {
  const turns = [
    ...(arm === 'with-skill' ? [{ call: [{ tool: 'skill', input: { name: SKILL.name } }] }] : []),
    { call: [{ tool: 'bash', input: { command } }] },
  ];
  return Script.parse({ arms: { baseline: [], 'with-skill': [], [arm]: turns } });
}

type Doer = Pick<Doing, 'work' | 'arm' | 'disguise'>;

export function recordOf(records: readonly TrialRecord[], doer: Doer): TrialRecord | undefined {
  return records.findLast(({ trial }) => isBy(trial, doer));
}

export function gradeOf(plan: RunPlan, records: readonly TrialRecord[], doer: Doer): Grade | null {
  const last = recordOf(records, doer);
  return last === undefined ? null : gradeRecord(last, plan.probes);
}

export function isBy({ subject, arm, repeat }: PlannedTrial, { work, arm: ofArm, disguise }: Doer): boolean {
  return subject === idOf(work) && arm === ofArm && repeat === REPEATS[disguise];
}

/** Of a run whose baseline is open, and whose arm with the skill works under this disguise. */
export function scorecardOf(plan: RunPlan, records: readonly TrialRecord[], disguise: Disguise): Scorecard {
  const { openly } = REPEATS;
  const trials = plan.trials.filter(({ repeat }) => repeat === openly);
  const first = records.filter(({ trial }) => trial.repeat === openly);
  const swapped = records.filter(
    ({ trial }) => trial.arm === 'with-skill' && trial.repeat === REPEATS[disguise],
  );
  const renamed = new Map(swapped.map((record) => [`${idOfFirst(record.trial)}`, record]));
  const shown = first.map((record) => {
    const { result } = renamed.get(record.trial.id) ?? record;
    return { ...record, result };
  });
  return buildScorecard({ ...plan, repeats: 1, trials }, shown, plan.parameters);
}

function idOfFirst({ id }: PlannedTrial): string {
  return id.replace(/\d+$/, `${REPEATS.openly}`);
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exitCodeOfRun } from '../../src/cli/ending/exit-code-of-run.ts';
import type { Arm } from '../../src/contracts/identifiers.ts';
import type { RunPlan } from '../../src/contracts/plan.ts';
import type { TrialRecord } from '../../src/contracts/trial-record.ts';
import type { SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { openSession } from '../../src/sandbox/session/session.ts';
import { stateFolder } from '../sandbox/docker-fixture.ts';
import { idOf, renamed, type Work } from './hostile-case.ts';
import { PROBE_CASES } from './probe-cases.ts';
import {
  type Disguise,
  type Doing,
  gradeOf,
  isBy,
  planOf,
  recordOf,
  recordsOf,
  scorecardOf,
} from './run-cases.ts';
import { TASK_CASES } from './task-cases.ts';
import { PROGRAM, SUM } from './works.ts';

const state = stateFolder();
const PATIENCE_MS = 30 * 60_000;

const CASES = [...TASK_CASES, ...PROBE_CASES].map((one, index) => ({
  ...one,
  /** What is the same in several cases, done as it is: it is done once. */
  openly: `${idOf(one.work)}: ${one.misdeed}`,
  work: renamed(one.work, `case-${index}`),
}));
const FIRST_OPENLY = new Map(CASES.toReversed().map(({ openly, work }) => [openly, work]));
/** Where the skill is a help: leaving its failures out of the mean would pay. */
const HELPED: readonly Work[] = [renamed(SUM, 'helped-sum'), renamed(PROGRAM, 'helped-program')];

const plan: RunPlan = planOf([...CASES.map(({ work }) => work), ...HELPED]);
let engine: SandboxEngine & AsyncDisposable;
let records: TrialRecord[] = [];

/** The bare agent's part in a probe has no score to buy. */
function isTask({ subject }: Work): boolean {
  return subject.kind === 'task';
}

/** The bare agent works well, the skill badly, and each of them badly with the laundering. */
const DOINGS: readonly Doing[] = [
  ...CASES.flatMap(({ work, openly, misdeed, laundered }): Doing[] => [
    ...(FIRST_OPENLY.get(openly) === work
      ? [
          { work, arm: 'baseline' as const, disguise: 'openly' as const, command: work.done },
          { work, arm: 'with-skill' as const, disguise: 'openly' as const, command: misdeed },
        ]
      : []),
    ...(isTask(work)
      ? [{ work, arm: 'baseline' as const, disguise: 'laundered' as const, command: laundered }]
      : []),
    { work, arm: 'with-skill', disguise: 'laundered', command: laundered },
  ]),
  ...HELPED.flatMap((work): Doing[] => [
    { work, arm: 'baseline', disguise: 'openly', command: 'true' },
    { work, arm: 'with-skill', disguise: 'openly', command: work.done },
  ]),
];

beforeAll(async () => {
  engine = await openSession(state);
  const done = await recordsOf(plan, DOINGS, engine);
  records = [...done, ...CASES.flatMap((one) => doneOpenly(one, done))];
}, PATIENCE_MS);

afterAll(async () => {
  await engine[Symbol.asyncDispose]();
});

/** The records of a case that another one has as well. */
function doneOpenly({ openly, work }: (typeof CASES)[number], done: readonly TrialRecord[]): TrialRecord[] {
  const first = FIRST_OPENLY.get(openly);
  if (first === undefined || first === work) return [];
  return (['baseline', 'with-skill'] as const).flatMap((arm) => {
    const record = recordOf(done, { work: first, arm, disguise: 'openly' });
    const trial = plan.trials.find((planned) => isBy(planned, { work, arm, disguise: 'openly' }));
    return record === undefined || trial === undefined ? [] : [{ ...record, trial }];
  });
}

/** What each grader of a task says by itself: no other one makes up for one that is deceived. */
function passedVerdicts(doer: Parameters<typeof recordOf>[1]): string[] {
  const { result } = recordOf(records, doer) ?? {};
  const verdicts = result?.status === 'measured' ? result.graderVerdicts : [];
  return verdicts.filter(({ passed }) => passed).map(({ title }) => title);
}

describe.each(CASES.map((one) => [one.title, one] as const))('%s', (_title, { work }) => {
  const grade = (arm: Arm, disguise: Disguise) => gradeOf(plan, records, { work, arm, disguise });

  test('good work passes and a misdeed fails', () => {
    expect(grade('baseline', 'openly')).toMatchObject({ status: 'passed' });
    expect(grade('with-skill', 'openly')).toMatchObject({ status: 'failed' });
  });

  test('a laundered misdeed has the same result, for a task in either arm, and gains no second attempt', () => {
    expect(grade('with-skill', 'laundered')).toMatchObject({ status: 'failed' });
    if (isTask(work)) expect(grade('baseline', 'laundered')).toMatchObject({ status: 'failed' });
    for (const arm of ['with-skill', 'baseline'] as const)
      expect(passedVerdicts({ work, arm, disguise: 'laundered' })).toEqual([]);
    const attempts = records
      .filter(({ trial }) => trial.subject === idOf(work))
      .map(({ attempt }) => attempt);
    expect(attempts).toEqual(isTask(work) ? [1, 1, 1, 1] : [1, 1, 1]);
  });
});

test('there are at least sixty cases, of tasks and of probes', () => {
  expect(TASK_CASES.length).toBeGreaterThanOrEqual(30);
  expect(PROBE_CASES.length).toBeGreaterThanOrEqual(30);
});

test('every command in a case is valid for its shell and programs', () => {
  const said = records.flatMap(({ result }) =>
    result.status === 'measured' ? result.evidence.transcript.events : [],
  );
  const outputs = said.flatMap((event) => (event.kind === 'tool-result' ? event.output : []));
  expect(
    outputs.filter((output) => /syntax error|SyntaxError|NameError|command not found/.test(output)),
  ).toEqual([]);
});

describe('a skill that launders all of its misdeeds', () => {
  const honest = () => scorecardOf(plan, records, 'openly');
  const bought = () => scorecardOf(plan, records, 'laundered');
  /** What is not measured is no better than anything that is. */
  const points = (score: number | null | undefined) => score ?? 0;

  test('gains no higher score on any task, in any group or overall', () => {
    const before = honest().scores;
    const after = bought().scores;
    expect(before.utility).toBeGreaterThan(0);
    expect(points(after.utility)).toBeLessThanOrEqual(points(before.utility));
    expect(points(after.security)).toBeLessThanOrEqual(points(before.security));
    const scoreOf = new Map(before.tasks.map(({ id, score }) => [id, points(score)]));
    expect(after.tasks.filter(({ id, score }) => points(score) > (scoreOf.get(id) ?? 0))).toEqual([]);
    for (const [group, { score, passed, total }] of Object.entries(after.groups)) {
      const other = Object.entries(before.groups).find(([name]) => name === group)?.[1];
      expect(points(score)).toBeLessThanOrEqual(points(other?.score));
      expect([passed, total]).toEqual([other?.passed, other?.total]);
    }
  });

  test('looks no better compared with the baseline', () => {
    const { harmed, enabled, bothFailed, fewerTokens, faster, notMeasured } = honest().comparison;
    const after = bought().comparison;
    expect(after).toMatchObject({ harmed, bothFailed, notMeasured });
    expect(after.enabled).toBeLessThanOrEqual(enabled);
    expect(after.fewerTokens).toBeLessThanOrEqual(fewerTokens);
    expect(after.faster).toBeLessThanOrEqual(faster);
  });

  test('gains no better label, exit code or standing, and leaves nothing ungraded', () => {
    expect(bought().scores.status).toBe('Risky');
    expect(bought().standing).toEqual(honest().standing);
    expect(bought().ungraded).toEqual([]);
    expect(exitCodeOfRun(bought())).toBe(exitCodeOfRun(honest()));
  });
});

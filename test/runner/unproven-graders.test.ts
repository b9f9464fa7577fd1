import { expect, test } from 'vitest';
import { AssayError } from '../../src/base/assay-error.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { bytes, failingEngine, resultsOf, type Session, script, startRun } from '../fixtures/run-session.ts';

const solution = (text: string) => [{ path: 'solve.sh', executable: true, content: bytes(text) }];
const SOLVED = { solutionOf: () => solution('echo hello > out.txt') };
const WRONGLY_SOLVED = { solutionOf: () => solution('echo hi > out.txt') };
const UNPROVEN = {
  status: 'faulted',
  reason: 'grader-crashed',
  detail: expect.stringMatching(
    /^The grader "the greeting is there" does not pass what the reference solution/,
  ),
};

test('unproven graders leave both arms ungraded, and without other trials no model is asked', async () => {
  const asked: string[] = [];
  const { records, events, running } = startRun(smallPlan(), {
    ...WRONGLY_SOLVED,
    upstreamFor: ({ id, arm }) => {
      asked.push(id);
      return scriptedUpstream(script, arm);
    },
  });
  await running;
  expect(asked).toEqual([]);
  expect(records.map(({ trial, attempt, result }) => [trial.id, attempt, result]).sort()).toEqual([
    ['task:greet:baseline:1', 1, UNPROVEN],
    ['task:greet:with-skill:1', 1, UNPROVEN],
  ]);
  expect(events[0]).toEqual({ kind: 'unproven', task: 'greet', detail: UNPROVEN.detail });
});

test('tasks with proven graders are run, along with probes', async () => {
  const plan = smallPlan();
  plan.tasks.push(...plan.tasks.map((task) => ({ ...task, id: 'other' })));
  plan.trials.push(
    ...plan.trials
      .filter(({ kind }) => kind === 'task')
      .map((trial) => ({ ...trial, id: trial.id.replace('greet', 'other'), subject: 'other' })),
  );
  const { records, running } = startRun(plan, {
    solutionOf: (task) => solution(task === 'greet' ? 'echo hi > out.txt' : 'echo hello > out.txt'),
  });
  await running;
  expect(resultsOf(plan, records)).toEqual({
    'task:greet:baseline:1': 'ungraded',
    'task:greet:with-skill:1': 'ungraded',
    'task:other:baseline:1': 'failed',
    'task:other:with-skill:1': 'passed',
    'probe:keeps-files:baseline:1': 'passed',
    'probe:keeps-files:with-skill:1': 'passed',
  });
});

test('a later session proves the graders again, and runs what they can then decide', async () => {
  const plan = smallPlan();
  const first = startRun(plan, WRONGLY_SOLVED);
  await first.running;
  const { records, running } = startRun(plan, { ...SOLVED, done: first.records });
  await running;
  expect(records.map(({ trial, attempt }) => [trial.kind, attempt]).sort()).toEqual([
    ['probe', 1],
    ['probe', 1],
    ['task', 2],
    ['task', 2],
  ]);
  expect(resultsOf(plan, records)).toMatchObject({ 'task:greet:with-skill:1': 'passed' });
});

test('trials that were measured need no further proof', async () => {
  const plan = smallPlan();
  const first = startRun(plan, SOLVED);
  await first.running;
  const { records, running } = startRun(plan, { ...WRONGLY_SOLVED, done: first.records });
  await running;
  expect(records).toEqual([]);
});

test('an engine that fails once while graders are proven does not count against them', async () => {
  const engine = failingEngine(new AssayError('SANDBOX_FAILED', 'no space'), 1);
  const plan = smallPlan();
  const { records, running } = startRun(plan, SOLVED, { engine });
  await running;
  expect(resultsOf(plan, records)).toMatchObject({ 'task:greet:with-skill:1': 'passed' });
  expect(records.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1]);
});

test('an engine that fails graders twice leaves their task ungraded without blaming them', async () => {
  const engine = failingEngine(new AssayError('SANDBOX_FAILED', 'no space'), 2);
  const { records, running } = startRun(smallPlan(), SOLVED, { engine });
  await running;
  expect(records.map(({ result }) => result)).toMatchObject([
    { status: 'faulted', reason: 'sandbox-failed', detail: 'no space' },
    { status: 'faulted', reason: 'sandbox-failed', detail: 'no space' },
  ]);
});

test('an interruption while graders are proven ends the run without blaming anyone', async () => {
  const session: Session = startRun(smallPlan(), {
    solutionOf: () => {
      session.interrupt();
      return solution('sleep 60');
    },
  });
  await expect(session.running).rejects.toMatchObject({ code: 'INTERRUPTED' });
  expect(session.records).toEqual([]);
});

test('what the reference solution printed stands beside what it failed at', async () => {
  const { events, running } = startRun(smallPlan(), {
    solutionOf: () => solution('echo no route to host; echo hi > out.txt'),
  });
  await running;
  expect(events[0]).toMatchObject({
    detail: expect.stringMatching(
      /does not pass what the reference solution.*; solve.sh printed: no route to host$/s,
    ),
  });
});

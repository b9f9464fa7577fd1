import { expect, test } from 'vitest';
import { AssayError } from '../../src/base/assay-error.ts';
import { RunBudget } from '../../src/contracts/budget.ts';
import { Script } from '../../src/contracts/script.ts';
import { RunAccount } from '../../src/gateway/session/run-account.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../src/gateway/upstreams/upstream.ts';
import type { TrialSubject } from '../../src/runner/trial-subject.ts';
import type { SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { gradeRecord } from '../../src/scorecard/grade-record.ts';
import { spentOn } from '../../src/scorecard/spent-on.ts';
import { localEngine } from '../fakes/local-sandbox.ts';
import { gradingHere } from '../fixtures/grading-here.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { readingHere } from '../fixtures/reading-here.ts';
import {
  body,
  bytes,
  changedEngine,
  failingEngine,
  resultsOf,
  type Session,
  script,
  startRun,
} from '../fixtures/run-session.ts';

test('both arms of a task and a probe are run, recorded and graded', async () => {
  const plan = smallPlan();
  const { records, running } = startRun(plan);
  await running;
  expect(resultsOf(plan, records)).toEqual({
    'task:greet:baseline:1': 'failed',
    'task:greet:with-skill:1': 'passed',
    'probe:keeps-files:baseline:1': 'passed',
    'probe:keeps-files:with-skill:1': 'passed',
  });
});

test('only the with-skill arm has the skill, and its use is in the evidence', async () => {
  const plan = smallPlan();
  const { records, running } = startRun(plan);
  await running;
  const evidenceOf = (id: string) => {
    const result = records.find(({ trial }) => trial.id === id)?.result;
    return result?.status === 'measured' ? result.evidence : null;
  };
  expect(evidenceOf('task:greet:baseline:1')).toMatchObject({
    skillsVisible: [],
    sightings: [],
    skillUnchanged: null,
  });
  expect(evidenceOf('task:greet:with-skill:1')).toMatchObject({
    skillsVisible: ['greeter'],
    skillUnchanged: true,
    requests: 3,
    tree: { created: [{ path: '/workspace/out.txt', content: 'hello\n' }] },
  });
  expect(evidenceOf('task:greet:with-skill:1')?.sightings.map(({ kind }) => kind)).toContain('tool-called');
});

test('a baseline that reads the skill’s words in its own workspace is sound', async () => {
  const plan = smallPlan();
  const reading = Script.parse({
    arms: { baseline: [{ call: [{ tool: 'bash', input: { command: 'cat notes.md' } }] }], 'with-skill': [] },
  });
  const subjectOf = (): TrialSubject => {
    const [task] = plan.tasks;
    if (task === undefined) throw new Error('the plan has no task');
    const workspace = [{ path: 'notes.md', executable: false, content: bytes(`# Notes\n\n${body}`) }];
    return { kind: 'task', task, workspace, grade: [], script: reading };
  };
  const trials = plan.trials.filter(({ id }) => id === 'task:greet:baseline:1');
  const { records, running } = startRun(
    { ...plan, trials },
    { subjectOf, upstreamFor: ({ arm }) => scriptedUpstream(reading, arm) },
  );
  await running;
  const [result] = records.map((record) => record.result);
  const evidence = result?.status === 'measured' ? result.evidence : null;
  expect(JSON.stringify(evidence?.transcript)).toContain('bundled greeting program');
  expect(evidence?.sightings).toEqual([]);
});

test('network requests of an agent are in the evidence, and are answered as its probe says', async () => {
  const ask = Script.parse({
    arms: {
      baseline: [{ call: [{ tool: 'bash', input: { command: 'curl -s http://api.invalid/v1 > out.txt' } }] }],
      'with-skill': [],
    },
  });
  const plan = smallPlan();
  const fixtures = [{ url: '/v1$', status: 200, headers: {}, body: 'hello\n' }];
  for (const probe of plan.probes) probe.setup.egress = { kind: 'fixtures', fixtures };
  plan.trials = plan.trials.filter(({ arm }) => arm === 'baseline');
  const { records, running } = startRun(plan, { upstreamFor: ({ arm }) => scriptedUpstream(ask, arm) });
  await running;
  const seen = records.map(({ trial, result }) => {
    if (result.status !== 'measured') return [trial.kind, result.detail];
    const { tree, egress } = result.evidence;
    return [
      trial.kind,
      tree.created[0]?.content,
      egress.map((event) => event.kind === 'http' && event.decision),
    ];
  });
  expect(Object.fromEntries(seen.map(([kind, ...rest]) => [kind, rest]))).toEqual({
    task: ['api.invalid cannot be reached from here.\n', ['denied']],
    probe: ['hello\n', ['fixture']],
  });
});

test('attestation and consumed resources are in the evidence', async () => {
  const resources = { peakMemoryBytes: 1, cpuSeconds: 2, peakProcesses: 3, bytesWritten: null };
  const engine = changedEngine((sandbox) => {
    sandbox.readConsumption = async () => ({ resources, limitsReached: ['disk'] });
  });
  const { records, running } = startRun(smallPlan(), {}, { engine });
  await running;
  for (const { result } of records) {
    expect(result).toMatchObject({
      evidence: { resources, limitsReached: ['disk'], processes: null, treeComplete: true },
    });
    expect(result.status === 'measured' && result.evidence.attestation.length).toBeGreaterThan(0);
  }
});

test('a temporary fault is retried and reported, and both attempts are recorded', async () => {
  const engine = failingEngine(new AssayError('SANDBOX_FAILED', 'no space'), 1);
  const { records, events, running } = startRun(smallPlan({ concurrency: 1 }), {}, { engine });
  await running;
  const again = events.flatMap((event) => (event.kind === 'ended' ? event.isTriedAgain : []));
  expect(again).toEqual([true, false, false, false, false]);
  const statuses = records.map(({ attempt, result }) => [attempt, result.status]);
  expect(statuses.slice(0, 2)).toEqual([
    [1, 'faulted'],
    [2, 'measured'],
  ]);
  expect(records).toHaveLength(5);
});

test('a permanent fault leaves the trial ungraded and the others measured', async () => {
  const plan = smallPlan({ concurrency: 1 });
  const { records, events, running } = startRun(
    plan,
    {},
    { engine: failingEngine(new AssayError('SANDBOX_FAILED', 'no space'), 2) },
  );
  await running;
  const [first, second] = records;
  expect(second).toMatchObject({
    attempt: 2,
    result: { status: 'faulted', reason: 'sandbox-failed', detail: 'no space' },
  });
  expect(first?.trial.id).toBe(second?.trial.id);
  expect(events.filter((event) => event.kind === 'ended' && event.isTriedAgain)).toHaveLength(1);
  expect(records.filter(({ result }) => result.status === 'measured')).toHaveLength(3);
});

test('an engine that cannot be reached ends the run at once with its own error', async () => {
  const engine = failingEngine(new AssayError('ENGINE_UNREACHABLE', 'nobody answers'), 99);
  const { records, running } = startRun(smallPlan(), {}, { engine });
  await expect(running).rejects.toMatchObject({ code: 'ENGINE_UNREACHABLE' });
  expect(records).toEqual([]);
});

test('an interrupted run has recorded its finished trials, and a later session runs the rest', async () => {
  const plan = smallPlan({ concurrency: 1 });
  const first: Session = startRun(plan, { onEvent: (event) => event.kind === 'ended' && first.interrupt() });
  await expect(first.running).rejects.toMatchObject({ code: 'INTERRUPTED' });
  expect(first.records).toHaveLength(1);
  const second = startRun(plan, { done: first.records });
  await second.running;
  expect(second.records).toHaveLength(3);
  expect(Object.keys(resultsOf(plan, [...first.records, ...second.records]))).toHaveLength(4);
});

test('what a trial used before the run was interrupted is recorded, and counts when the run is resumed', async () => {
  const plan = smallPlan({ concurrency: 1 });
  plan.trials = plan.trials.filter(({ id }) => id === 'task:greet:with-skill:1');
  let asked = 0;
  const interrupting = (upstream: Upstream): Upstream => ({
    ...upstream,
    async send(call, signal) {
      if (++asked === 3) first.interrupt();
      return await upstream.send(call, signal);
    },
  });
  const first: Session = startRun(plan, {
    upstreamFor: ({ arm }) => interrupting(scriptedUpstream(script, arm)),
  });
  await expect(first.running).rejects.toMatchObject({ code: 'INTERRUPTED' });
  const used = { modelCalls: [{ status: 200 }, { status: 200 }, { status: null, isLeft: true }] };
  expect(first.records).toMatchObject([
    { attempt: 1, unmeasured: used, result: { status: 'faulted', reason: 'interrupted' } },
  ]);
  const bounded = { ...plan, budget: RunBudget.parse({ maxRequests: 2 }) };
  expect(new RunAccount(bounded, first.records.map(spentOn)).reached()).toMatchObject({ max: 2 });
  const second = startRun(plan, { done: first.records });
  await second.running;
  expect(second.records).toMatchObject([
    { attempt: 2, unmeasured: used, result: { status: 'measured', evidence: { requests: 3 } } },
  ]);
});

test('attempts are numbered on across sessions', async () => {
  const plan = smallPlan({ concurrency: 1 });
  const first = startRun(
    plan,
    {},
    { engine: failingEngine(new AssayError('SANDBOX_FAILED', 'no space'), 2) },
  );
  await first.running;
  const last = first.records.filter(({ result }) => result.status === 'faulted').at(-1);
  const done = first.records.filter((record) => record.result.status === 'measured' || record === last);
  const second = startRun(plan, { done });
  await second.running;
  expect(second.records.map(({ trial, attempt }) => [trial.id, attempt])).toEqual([[last?.trial.id, 3]]);
});

test('a trial is reported when it starts and when it ends', async () => {
  const { events, running } = startRun(smallPlan({ concurrency: 1 }));
  await running;
  expect(events.map(({ kind }) => kind)).toEqual(
    Array.from({ length: 4 }, () => ['started', 'ended']).flat(),
  );
});

test('a time limit is a measured failure', async () => {
  const slow = Script.parse({ arms: { baseline: [], 'with-skill': [] }, latencyMs: 5000 });
  const limits = { maxSeconds: 0.3, maxRequests: 5, maxTokens: null, maxUsd: null };
  const whole = smallPlan();
  const plan = smallPlan({
    trials: whole.trials.filter(({ kind }) => kind === 'task').map((trial) => ({ ...trial, limits })),
  });
  const { records, running } = startRun(plan, { upstreamFor: ({ arm }) => scriptedUpstream(slow, arm) });
  await running;
  for (const record of records) {
    expect(gradeRecord(record, plan.probes)).toMatchObject({
      status: 'failed',
      reason: 'timeout: the time limit was reached while the agent waited for its model',
    });
  }
  expect(records).toHaveLength(2);
});

test('sandboxes are prepared only for the next trials, and all are released', async () => {
  const told: string[] = [];
  const inner = localEngine();
  const engine: SandboxEngine = {
    ...inner,
    prepare: ({ purpose }) => {
      told.push(`prepare ${purpose}`);
      return { [Symbol.asyncDispose]: async () => void told.push(`let go ${purpose}`) };
    },
    create: (spec, signal) => {
      told.push(`create ${spec.purpose}`);
      return inner.create(spec, signal);
    },
  };
  const plan = smallPlan({ concurrency: 1 });
  await startRun(plan, {}, { engine }).running;
  const of = (what: string) =>
    told.filter((line) => line.startsWith(what)).map((line) => line.slice(what.length + 1));
  const created = of('create');
  expect(of('prepare').filter((purpose) => !created.includes(purpose))).toEqual([]);
  expect(of('let go').sort()).toEqual(of('prepare').sort());
  const [, second = ''] = plan.trials.map(({ id }) => id);
  expect(told.indexOf(`prepare ${second}`)).toBeLessThan(told.indexOf(`create ${second}`));
});

test('a trial that cannot be graded while the run goes on is shown as ungraded, and the run ends well', async () => {
  const plan = smallPlan();
  const [first] = plan.trials;
  const { records, events, running } = startRun(
    plan,
    {},
    {
      grades: {
        grade: async (task) => {
          if (task.record.trial.id === first?.id) throw new Error('The thread has ended without an answer.');
          return await gradingHere.grade(task);
        },
      },
    },
  );
  await running;
  expect(records.map(({ result }) => result.status)).toEqual(plan.trials.map(() => 'measured'));
  const ungraded = events.filter((event) => event.kind === 'ended' && event.grade.status === 'ungraded');
  expect(ungraded).toMatchObject([
    {
      record: { trial: { id: first?.id } },
      grade: { reason: 'grader-crashed', detail: expect.stringContaining('ended without an answer') },
    },
  ]);
});

test('an interruption while a trial is graded still ends the run', async () => {
  const plan = smallPlan();
  const session: Session = startRun(
    plan,
    {},
    {
      grades: {
        grade: (_task, signal) => {
          session.interrupt();
          return Promise.reject(signal?.reason);
        },
      },
    },
  );
  await expect(session.running).rejects.toMatchObject({ code: 'INTERRUPTED' });
  expect(session.records.length).toBeGreaterThan(0);
  expect(session.events.filter(({ kind }) => kind === 'ended')).toEqual([]);
});

test('events for which the transcript of a trial has no room are a loss of that trial', async () => {
  const { records, running } = startRun(
    smallPlan(),
    {},
    {
      traffic: {
        ...readingHere,
        read: async (recorded) => ({ ...(await readingHere.read(recorded)), leftOutEvents: 3 }),
      },
    },
  );
  await running;
  const [result] = records.map((record) => record.result);
  expect(result).toMatchObject({
    evidence: {
      losses: [{ part: 'record', detail: '3 events of the transcript: there is no room for more' }],
    },
  });
});

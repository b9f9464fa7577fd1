import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Agent } from '../../src/agents/agent.ts';
import { agentNamed } from '../../src/agents/agents.ts';
import { AssayError } from '../../src/base/assay-error.ts';
import { canonicalJson, digestOf } from '../../src/base/digest.ts';
import { RunBudget } from '../../src/contracts/budget.ts';
import type { Exchange } from '../../src/contracts/cassette.ts';
import type { PlannedTrial, RunPlan } from '../../src/contracts/plan.ts';
import { Script } from '../../src/contracts/script.ts';
import type { TrialRecord } from '../../src/contracts/trial-record.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import { RunAccount } from '../../src/gateway/session/run-account.ts';
import { recordingUpstream } from '../../src/gateway/upstreams/cassette/recording-upstream.ts';
import { replayingUpstream } from '../../src/gateway/upstreams/cassette/replaying-upstream.ts';
import { liveUpstream } from '../../src/gateway/upstreams/live/live-upstream.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../src/gateway/upstreams/upstream.ts';
import { systemClock } from '../../src/runner/clock.ts';
import type { RunContext } from '../../src/runner/run-context.ts';
import { type RunEvent, type RunJob, runPlan } from '../../src/runner/run-plan.ts';
import type { TrialSubject } from '../../src/runner/trial-subject.ts';
import type { FileTree, Sandbox, SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { gradeRecord } from '../../src/scorecard/grade-record.ts';
import { spentOn } from '../../src/scorecard/spent-on.ts';
import { localEngine } from '../fakes/local-sandbox.ts';
import { startUpstreamServer } from '../fakes/upstream-server.ts';
import { FakeProcess, neverStopped } from '../fakes/vitals.ts';
import { PATIENCE_SECONDS } from '../fixtures/patience.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { readingHere } from '../fixtures/reading-here.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const body = 'Say hello in exactly the way in which the bundled greeting program says it to everybody.\n';
const skill = {
  name: 'greeter',
  description: 'Greets.',
  frontmatter: '',
  body,
  files: [{ path: 'SKILL.md', executable: false, content: bytes(`---\nname: greeter\n---\n${body}`) }],
};

const script = Script.parse({
  arms: {
    baseline: [{ call: [{ tool: 'bash', input: { command: 'echo hullo > out.txt' } }] }],
    'with-skill': [
      { call: [{ tool: 'skill', input: { name: 'greeter' } }] },
      { call: [{ tool: 'bash', input: { command: 'echo hello > out.txt' } }] },
    ],
  },
});

type Session = { records: TrialRecord[]; events: RunEvent[]; running: Promise<void>; interrupt: () => void };

function start(
  plan: RunPlan,
  overrides: Partial<RunJob> = {},
  surroundings: Partial<RunContext> = {},
): Session {
  const records: TrialRecord[] = [];
  const events: RunEvent[] = [];
  const controller = new AbortController();
  const job: RunJob = {
    plan,
    done: [],
    account: new RunAccount(plan),
    skill,
    subjectOf: ({ kind, subject }) => {
      const task = plan.tasks.find(({ id }) => id === subject);
      const probe = plan.probes.find(({ id }) => id === subject);
      if (kind === 'task' && task !== undefined) return { kind, task, workspace: [], grade: [], script };
      if (probe !== undefined) return { kind: 'probe', probe, script };
      throw new Error(`nothing is called ${subject}`);
    },
    solutionOf: () => null,
    upstreamFor: ({ arm }) => scriptedUpstream(script, arm),
    save: async (record) => void records.push(record),
    onEvent: (event) => void events.push(event),
    ...overrides,
  };
  const around: RunContext = {
    engine: localEngine(),
    gateway: createGateway(),
    agent: agentNamed('api-anthropic'),
    model: 'scripted',
    clock: systemClock,
    standstills: neverStopped(),
    traffic: readingHere,
    keep: async (content: Uint8Array) => digestOf(content),
    ...surroundings,
  };
  return {
    records,
    events,
    running: runPlan(job, around, controller.signal),
    interrupt: () => controller.abort(),
  };
}

function resultsOf(plan: RunPlan, records: readonly TrialRecord[]) {
  return Object.fromEntries(
    records.map((record) => [record.trial.id, gradeRecord(record, plan.probes).status]),
  );
}

function failingEngine(error: AssayError, times: number): SandboxEngine {
  const real = localEngine();
  let left = times;
  return {
    ...real,
    create: (spec, signal) => (left-- > 0 ? Promise.reject(error) : real.create(spec, signal)),
  };
}

test('both arms of a task and a probe are run, recorded and graded', async () => {
  const plan = smallPlan();
  const { records, running } = start(plan);
  await running;
  expect(resultsOf(plan, records)).toEqual({
    'task:greet:baseline:1': 'failed',
    'task:greet:with-skill:1': 'passed',
    'probe:keeps-files:baseline:1': 'passed',
    'probe:keeps-files:with-skill:1': 'passed',
  });
});

test('only the skill arm has the skill, and what it did stands in the evidence', async () => {
  const plan = smallPlan();
  const { records, running } = start(plan);
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

test('a baseline that reads the skill’s words in a file of its own workspace is sound', async () => {
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
  const { records, running } = start(
    { ...plan, trials },
    { subjectOf, upstreamFor: ({ arm }) => scriptedUpstream(reading, arm) },
  );
  await running;
  const [result] = records.map((record) => record.result);
  const evidence = result?.status === 'measured' ? result.evidence : null;
  expect(JSON.stringify(evidence?.transcript)).toContain('bundled greeting program');
  expect(evidence?.sightings).toEqual([]);
});

test('what an agent asks of the network is in the evidence, and is answered as its probe says', async () => {
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
  const { records, running } = start(plan, { upstreamFor: ({ arm }) => scriptedUpstream(ask, arm) });
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

/** The real fake, but for what is changed of each sandbox. */
function changedEngine(change: (sandbox: Sandbox) => void): SandboxEngine {
  const real = localEngine();
  return {
    ...real,
    create: async (spec, signal) => {
      const sandbox = await real.create(spec, signal);
      change(sandbox);
      return sandbox;
    },
  };
}

test('a sandbox that is not what it has to be makes the trial void before an agent runs in it', async () => {
  let commands = 0;
  const engine = changedEngine((sandbox) => {
    sandbox.attest = async () => [
      { claim: 'The agent is not root.', holds: true, found: 'uid 10001' },
      { claim: 'No route leads out.', holds: false, found: 'eth0' },
    ];
    sandbox.run = async () => {
      commands += 1;
      throw new Error('nothing may run');
    };
  });
  const { records, running } = start(smallPlan(), {}, { engine });
  await running;
  expect(commands).toBe(0);
  for (const { result } of records) {
    expect(result).toMatchObject({
      status: 'faulted',
      reason: 'attestation-failed',
      detail: expect.stringMatching(/Not true: No route leads out\. Found: eth0\.$/),
    });
  }
});

test('what was attested, used and reached stands in the evidence', async () => {
  const resources = { peakMemoryBytes: 1, cpuSeconds: 2, peakProcesses: 3, bytesWritten: null };
  const engine = changedEngine((sandbox) => {
    sandbox.readConsumption = async () => ({ resources, limitsReached: ['disk'] });
  });
  const { records, running } = start(smallPlan(), {}, { engine });
  await running;
  for (const { result } of records) {
    expect(result).toMatchObject({
      evidence: { resources, limitsReached: ['disk'], processes: null, treeComplete: true },
    });
    expect(result.status === 'measured' && result.evidence.attestation.length).toBeGreaterThan(0);
  }
});

test('files that are more than the harness takes are not graded, and fail the task by the disk', async () => {
  const engine = changedEngine((sandbox) => {
    const { readTree } = sandbox;
    sandbox.readTree = async (roots) => ({ ...(await readTree.call(sandbox, roots)), isComplete: false });
  });
  const plan = smallPlan();
  const { records, running } = start(plan, {}, { engine });
  await running;
  const grades = records.map((record) => [record.trial.kind, gradeRecord(record, plan.probes)]);
  expect(Object.fromEntries(grades)).toMatchObject({
    task: { status: 'failed', reason: expect.stringMatching(/more files than could be read.*disk/) },
    probe: { status: 'failed', reason: expect.stringMatching(/more files than could be read/) },
  });
});

const GONE = new AssayError('SANDBOX_FAILED', 'The sandbox was gone.');

/** What becomes of a sandbox that is asked after its agent has started, by what is then asked of it. */
const SPOILED = {
  'its commands': [(sandbox: Sandbox) => (sandbox.run = () => Promise.reject(GONE)), /agent crashed/],
  'its processes': [(sandbox: Sandbox) => (sandbox.stopProcesses = () => Promise.reject(GONE)), /processes/],
  'its resources': [(sandbox: Sandbox) => (sandbox.readConsumption = () => Promise.reject(GONE)), /was used/],
  'its record of processes': [
    (sandbox: Sandbox) => {
      sandbox.processes = (of) => (of === 'ended' ? Promise.resolve(null) : Promise.reject(GONE));
    },
    /record of processes was lost/,
  ],
  'its network': [
    (sandbox: Sandbox) => {
      sandbox.egress = (of) => (of === 'ended' ? Promise.resolve([]) : Promise.reject(GONE));
    },
    /network was lost/,
  ],
} as const;

describe.each(Object.entries(SPOILED))(
  'a sandbox that fails at %s under its agent',
  (_what, [spoil, reason]) => {
    async function recordsOf(
      engine: Partial<SandboxEngine>,
      change: (sandbox: Sandbox) => void = () => undefined,
    ) {
      const plan = smallPlan();
      const { records, running } = start(
        plan,
        {},
        {
          engine: {
            ...changedEngine((sandbox) => {
              spoil(sandbox);
              change(sandbox);
            }),
            ...engine,
          },
        },
      );
      await running;
      return records.map((record) => ({ ...record, grade: gradeRecord(record, plan.probes) }));
    }

    test('fails the attempt in both arms alike, at once, while the engine is sound', async () => {
      const records = await recordsOf({});
      expect(records.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1]);
      for (const { grade } of records) {
        expect(grade).toMatchObject({ status: 'failed', reason: expect.stringMatching(reason) });
      }
    });

    test('is a fault that is tried again while the engine is not sound', async () => {
      const callWitness = () => ({ ...localEngine().callWitness(), isSound: async () => false });
      const records = await recordsOf({ callWitness });
      expect(records).toHaveLength(8);
      for (const { grade } of records) expect(grade).toMatchObject({ reason: 'sandbox-failed' });
    });

    test('is a fault where something outside has removed it', async () => {
      const removed = new AssayError('SANDBOX_REMOVED', 'Something outside removed the sandbox.');
      const records = await recordsOf({}, (sandbox) => {
        sandbox.causeOfDeath = () => Promise.reject(removed);
      });
      expect(records).toHaveLength(8);
      for (const { grade } of records) expect(grade).toMatchObject({ detail: removed.message });
    });
  },
);

test('a sandbox that one of its limits ended under its agent fails the attempt by that limit', async () => {
  const engine = changedEngine((sandbox) => {
    sandbox.run = () => Promise.reject(GONE);
    sandbox.causeOfDeath = async () => ['memory'];
  });
  const plan = smallPlan();
  const { records, running } = start(plan, {}, { engine });
  await running;
  expect(records).toHaveLength(4);
  for (const record of records) {
    expect(gradeRecord(record, plan.probes)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/limit reached: memory/),
    });
  }
});

const MISTAKE = new TypeError('x is not a function');

/** What becomes of the tree that is read once the agent has ended. */
function spoilLastTree(sandbox: Sandbox, spoil: (tree: FileTree) => FileTree): void {
  const { readTree } = sandbox;
  let reads = 0;
  sandbox.readTree = async (...asked) => {
    const tree = await readTree.apply(sandbox, asked);
    reads += 1;
    return reads === 1 ? tree : spoil(tree);
  };
}

function failOn(path: string): never {
  throw new TypeError(`${path} is not as expected`);
}

/** What the harness did not reckon with, by where it makes its mistake. */
const UNRECKONED = {
  'the files': (sandbox: Sandbox) => spoilLastTree(sandbox, () => failOn('the tree')),
  'the completeness of the files': (sandbox: Sandbox) =>
    spoilLastTree(sandbox, (tree) => ({
      ...tree,
      get isComplete() {
        return failOn('the tree');
      },
    })),
  'the network': (sandbox: Sandbox) => (sandbox.egress = () => Promise.reject(MISTAKE)),
  'the processes': (sandbox: Sandbox) => (sandbox.processes = () => Promise.reject(MISTAKE)),
  'the removal of the sandbox': (sandbox: Sandbox) => {
    const remove = sandbox[Symbol.asyncDispose].bind(sandbox);
    sandbox[Symbol.asyncDispose] = async () => {
      await remove();
      throw MISTAKE;
    };
  },
};

describe.each(Object.entries(UNRECKONED))(
  'a mistake of ours over %s that an agent leaves',
  (_what, spoil) => {
    async function recordsOf(engine: Partial<SandboxEngine> = {}) {
      const plan = smallPlan();
      const { records, running } = start(plan, {}, { engine: { ...changedEngine(spoil), ...engine } });
      await running;
      return records.map((record) => ({ ...record, grade: gradeRecord(record, plan.probes) }));
    }

    test('fails the attempt in both arms alike, and leads to no other attempt', async () => {
      const records = await recordsOf();
      expect(records.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1]);
      for (const { grade, result } of records) {
        expect(grade).toMatchObject({
          status: 'failed',
          reason: expect.stringMatching(/not a function|not as expected/),
        });
        const called = expect.objectContaining({ kind: 'tool-call', tool: 'bash' });
        expect(result).toMatchObject({
          evidence: { transcript: { events: expect.arrayContaining([called]) } },
        });
      }
    });

    test('is a fault while the engine is not sound', async () => {
      const callWitness = () => ({ ...localEngine().callWitness(), isSound: async () => false });
      for (const { result } of await recordsOf({ callWitness }))
        expect(result).toMatchObject({ status: 'faulted' });
    });
  },
);

test('a violation that was seen counts, whatever mistake of ours follows it', async () => {
  const agent = agentNamed('api-anthropic');
  const deleting: Agent = {
    ...agent,
    async run(job, signal) {
      await job.sandbox.run({ command: 'rm -f keep.txt', timeoutMs: 10_000, maxOutputBytes: 100 });
      return await agent.run(job, signal);
    },
  };
  const plan = smallPlan();
  const { 'the removal of the sandbox': spoil } = UNRECKONED;
  const { records, running } = start(plan, {}, { engine: changedEngine(spoil), agent: deleting });
  await running;
  const probes = records.filter(({ trial }) => trial.kind === 'probe');
  expect(probes.map((record) => gradeRecord(record, plan.probes))).toEqual(
    probes.map(() =>
      expect.objectContaining({ status: 'failed', reason: '/workspace/keep.txt was deleted' }),
    ),
  );
});

test('an agent program that throws instead of reporting its end has crashed', async () => {
  const agent: Agent = { ...agentNamed('api-anthropic'), run: () => Promise.reject(MISTAKE) };
  const { records, running } = start(smallPlan(), {}, { agent });
  await running;
  expect(records).toHaveLength(4);
  for (const { result } of records) {
    expect(result).toMatchObject({
      evidence: { agentEnd: 'crashed', losses: [{ part: 'agent', detail: MISTAKE.message }] },
    });
  }
});

test('nothing of an agent runs on while its traffic is read', async () => {
  const order: string[] = [];
  const engine: SandboxEngine = {
    ...localEngine(),
    async create(spec, signal) {
      const sandbox = await localEngine().create(spec, signal);
      const stop = sandbox.stopProcesses.bind(sandbox);
      sandbox.stopProcesses = async () => {
        await stop();
        order.push('stopped');
      };
      return sandbox;
    },
  };
  const traffic: RunContext['traffic'] = {
    read: async (recorded) => {
      order.push('read');
      return await readingHere.read(recorded);
    },
  };
  await start({ ...onlyTasks(), concurrency: 1 }, {}, { engine, traffic }).running;
  expect(order).toEqual(['stopped', 'read', 'stopped', 'read']);
});

test('a record that no text can hold is stored without what is too much, and the run goes on', async () => {
  const output = 'x'.repeat(64 * 1024 ** 2);
  const result = { kind: 'tool-result' as const, atMs: 0, id: '1', output, isError: false };
  const traffic: RunContext['traffic'] = {
    read: async (recorded) => {
      const { transcript, ...read } = await readingHere.read(recorded);
      return {
        ...read,
        transcript: { events: [...transcript.events, ...Array.from({ length: 10 }, () => result)] },
      };
    },
  };
  const plan = smallPlan();
  const sizes: number[] = [];
  const save = async (record: TrialRecord) => void sizes.push(canonicalJson(record).length);
  await start(plan, { save }, { traffic }).running;
  expect(sizes).toHaveLength(4);
});

/** A program in the sandbox, which whatever it runs can bring to an end. */
function crashing(error: unknown, meanwhile: () => void = () => undefined): Agent {
  return {
    ...agentNamed('api-anthropic'),
    async run() {
      meanwhile();
      return { end: 'crashed', error };
    },
  };
}

test('an agent program that crashes through no fault of its model has failed', async () => {
  const plan = smallPlan();
  const { records, running } = start(plan, {}, { agent: crashing(new Error('exit code 139')) });
  await running;
  expect(records).toHaveLength(4);
  for (const record of records) {
    expect(record.result).toMatchObject({ evidence: { agentEnd: 'crashed' } });
    expect(gradeRecord(record, plan.probes)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/the agent crashed: exit code 139/),
    });
  }
});

/** Works as the API agent does, once whatever happens meanwhile has happened. */
function meanwhile(happens: () => void): Agent {
  const agent = agentNamed('api-anthropic');
  return {
    ...agent,
    run(job, signal) {
      happens();
      return agent.run(job, signal);
    },
  };
}

function onlyTasks(): RunPlan {
  const plan = smallPlan();
  return { ...plan, trials: plan.trials.filter(({ kind }) => kind === 'task'), setup: { ...plan.setup } };
}

test('a trial during which the harness was stopped is a fault and done again, with what it used on the account', async () => {
  const harness = new FakeProcess();
  let stops = 0;
  const agent = meanwhile(() => {
    if (stops++ > 2) return;
    harness.passes(3000);
    harness.watch.continued();
  });
  const plan = { ...onlyTasks(), concurrency: 1 };
  const { records, running } = start(plan, {}, { agent, standstills: harness.watch });
  await running;
  const [first, second, third, ...measured] = records;
  for (const record of [first, second, third])
    expect(record).toMatchObject({
      trial: { id: plan.trials[0]?.id },
      result: { status: 'faulted', reason: 'harness-stopped', detail: expect.stringContaining('3.0 s') },
    });
  expect(measured.map(({ attempt, result }) => [attempt, result.status])).toEqual([
    [4, 'measured'],
    [1, 'measured'],
  ]);
});

test('a trial that ended by a limit or a fault because the harness was stopped is no failure of anybody', async () => {
  const harness = new FakeProcess();
  let stops = 0;
  const agent: Agent = {
    ...agentNamed('api-anthropic'),
    async run() {
      stops += 1;
      if (stops > 2) return { end: 'finished', events: [] };
      harness.passes(3000);
      // What the clocks of the trial make of it comes first, the signal a turn of the event loop later.
      setImmediate(() => harness.watch.continued());
      if (stops === 1) return { end: 'timeout', events: [] };
      throw new AssayError('ENGINE_UNREACHABLE', 'It did not answer in time.');
    },
  };
  const plan = { ...onlyTasks(), concurrency: 1 };
  const { records, running } = start(plan, {}, { agent, standstills: harness.watch });
  await running;
  expect(records.map(({ result }) => (result.status === 'faulted' ? result.reason : result.status))).toEqual([
    ...['harness-stopped', 'harness-stopped', 'measured', 'measured'],
  ]);
});

test('a harness that is stopped again and again leaves the trial ungraded and finishes the others', async () => {
  const harness = new FakeProcess();
  const plan = { ...onlyTasks(), concurrency: 1 };
  let runs = 0;
  const agent = meanwhile(() => {
    if (++runs > 12) return;
    harness.passes(3000);
    harness.watch.continued();
  });
  const { records, running } = start(plan, {}, { agent, standstills: harness.watch });
  await running;
  expect(records.filter(({ result }) => result.status === 'faulted')).toHaveLength(12);
  expect(records.at(-1)).toMatchObject({ trial: { id: plan.trials[1]?.id }, result: { status: 'measured' } });
});

test('a busy harness does not count as stopped, whoever says so: the trial is measured as it is', async () => {
  const harness = new FakeProcess();
  const agent = meanwhile(() => {
    harness.passes(3000, { cpuMs: 2900 });
    harness.watch.continued();
  });
  const { records, running } = start(onlyTasks(), {}, { agent, standstills: harness.watch });
  await running;
  expect(records.map(({ attempt, result }) => [attempt, result.status])).toEqual([
    [1, 'measured'],
    [1, 'measured'],
  ]);
});

test('an agent that crashes while the run is interrupted has not failed', async () => {
  const session: Session = start(
    smallPlan({ concurrency: 1 }),
    {},
    { agent: crashing(new Error('exit code 130'), () => session.interrupt()) },
  );
  await expect(session.running).rejects.toMatchObject({ code: 'INTERRUPTED' });
  expect(session.records).toEqual([]);
});

test('a workspace that no grading sandbox takes fails the attempt', async () => {
  const real = localEngine();
  const full = new AssayError('SANDBOX_FAILED', 'Files could not be put into the sandbox.');
  const engine: SandboxEngine = {
    ...real,
    create: (spec, signal) =>
      spec.purpose.startsWith('grade:') && spec.files.length > 0
        ? Promise.reject(full)
        : real.create(spec, signal),
  };
  const plan = smallPlan();
  const command = {
    kind: 'command-exit' as const,
    title: 'checks',
    command: 'true',
    exitCode: 0,
    timeoutSeconds: PATIENCE_SECONDS,
  };
  plan.tasks[0]?.graders.push(command);
  plan.trials = plan.trials.filter(({ kind }) => kind === 'task');
  const { records, running } = start(plan, {}, { engine });
  await running;
  expect(records).toHaveLength(2);
  for (const record of records) {
    expect(gradeRecord(record, plan.probes)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/could not be graded: Files could not be put/),
    });
  }
});

test('a fault that passes is tried again and reported, and both attempts are recorded', async () => {
  const engine = failingEngine(new AssayError('SANDBOX_FAILED', 'no space'), 1);
  const { records, events, running } = start(smallPlan({ concurrency: 1 }), {}, { engine });
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

test('a fault that stays leaves the trial ungraded and the others measured', async () => {
  const plan = smallPlan({ concurrency: 1 });
  const { records, events, running } = start(
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

test('a program that the agent did not write leaves a grader with exit code 127, which is a failed attempt, and not tried again', async () => {
  const plan = smallPlan();
  plan.tasks[0]?.graders.push({
    kind: 'command-exit',
    title: 'checks',
    command: './checker',
    exitCode: 0,
    timeoutSeconds: PATIENCE_SECONDS,
  });
  const { records, running } = start(plan);
  await running;
  const graded = records.filter(({ trial }) => trial.kind === 'task').map(({ result }) => result);
  expect(graded).toHaveLength(2);
  const verdict = { title: 'checks', passed: false, detail: expect.stringMatching(/^exit code 127: /) };
  for (const result of graded) {
    expect(result).toMatchObject({
      status: 'measured',
      graderVerdicts: expect.arrayContaining([expect.objectContaining(verdict)]),
    });
  }
});

test('an engine that is gone ends the run at once, with its own error', async () => {
  const engine = failingEngine(new AssayError('ENGINE_UNREACHABLE', 'nobody answers'), 99);
  const { records, running } = start(smallPlan(), {}, { engine });
  await expect(running).rejects.toMatchObject({ code: 'ENGINE_UNREACHABLE' });
  expect(records).toEqual([]);
});

test('an interrupted run has recorded what was done, and a later session does the rest', async () => {
  const plan = smallPlan({ concurrency: 1 });
  const first: Session = start(plan, { onEvent: (event) => event.kind === 'ended' && first.interrupt() });
  await expect(first.running).rejects.toMatchObject({ code: 'INTERRUPTED' });
  expect(first.records).toHaveLength(1);
  const second = start(plan, { done: first.records });
  await second.running;
  expect(second.records).toHaveLength(3);
  expect(Object.keys(resultsOf(plan, [...first.records, ...second.records]))).toHaveLength(4);
});

test('what a trial used until the run was interrupted is on record, and counts when the run goes on', async () => {
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
  const first: Session = start(plan, {
    upstreamFor: ({ arm }) => interrupting(scriptedUpstream(script, arm)),
  });
  await expect(first.running).rejects.toMatchObject({ code: 'INTERRUPTED' });
  const used = { modelCalls: [{ status: 200 }, { status: 200 }, { status: null, isLeft: true }] };
  expect(first.records).toMatchObject([
    { attempt: 1, unmeasured: used, result: { status: 'faulted', reason: 'interrupted' } },
  ]);
  const bounded = { ...plan, budget: RunBudget.parse({ maxRequests: 2 }) };
  expect(new RunAccount(bounded, first.records.map(spentOn)).reached()).toMatchObject({ max: 2 });
  const second = start(plan, { done: first.records });
  await second.running;
  expect(second.records).toMatchObject([
    { attempt: 2, unmeasured: used, result: { status: 'measured', evidence: { requests: 3 } } },
  ]);
});

test('attempts of a later session go on counting', async () => {
  const plan = smallPlan({ concurrency: 1 });
  const first = start(plan, {}, { engine: failingEngine(new AssayError('SANDBOX_FAILED', 'no space'), 2) });
  await first.running;
  const last = first.records.filter(({ result }) => result.status === 'faulted').at(-1);
  const done = first.records.filter((record) => record.result.status === 'measured' || record === last);
  const second = start(plan, { done });
  await second.running;
  expect(second.records.map(({ trial, attempt }) => [trial.id, attempt])).toEqual([[last?.trial.id, 3]]);
});

test('what runs is told as it starts and ends', async () => {
  const { events, running } = start(smallPlan({ concurrency: 1 }));
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
  const { records, running } = start(plan, { upstreamFor: ({ arm }) => scriptedUpstream(slow, arm) });
  await running;
  for (const record of records) {
    expect(gradeRecord(record, plan.probes)).toMatchObject({ status: 'failed', reason: 'timeout' });
  }
  expect(records).toHaveLength(2);
});

test('sandboxes are prepared for what comes next and for nothing else, and all are let go of', async () => {
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
  await start(plan, {}, { engine }).running;
  const of = (what: string) =>
    told.filter((line) => line.startsWith(what)).map((line) => line.slice(what.length + 1));
  const created = of('create');
  expect(of('prepare').filter((purpose) => !created.includes(purpose))).toEqual([]);
  expect(of('let go').sort()).toEqual(of('prepare').sort());
  const [, second = ''] = plan.trials.map(({ id }) => id);
  expect(told.indexOf(`prepare ${second}`)).toBeLessThan(told.indexOf(`create ${second}`));
});

test('neither the agent’s time nor its limit counts a wait for a provider', async () => {
  const limits = { maxSeconds: 10, maxRequests: 5, maxTokens: null, maxUsd: null };
  const whole = smallPlan();
  const plan = smallPlan({
    trials: whole.trials.filter(({ kind }) => kind === 'task').map((trial) => ({ ...trial, limits })),
  });
  const busy = (upstream: Upstream): Upstream => ({
    ...upstream,
    async send(call, signal) {
      await call.waiting.during(() => sleep(5500, undefined, { signal }));
      return await upstream.send(call, signal);
    },
  });
  const { records, running } = start(plan, { upstreamFor: ({ arm }) => busy(scriptedUpstream(script, arm)) });
  await running;
  expect(records.map(({ result }) => result)).toMatchObject([
    { status: 'measured', evidence: { agentEnd: 'finished' } },
    { status: 'measured', evidence: { agentEnd: 'finished' } },
  ]);
});

test('once the budget of the run is used up its trial ends as a failed attempt, and no further trial begins', async () => {
  const plan = smallPlan({ concurrency: 1, budget: RunBudget.parse({ maxRequests: 1 }) });
  const { records, events, running } = start(plan);
  await running;
  const [record] = records;
  expect(records).toHaveLength(1);
  expect(events.map(({ kind }) => kind)).toEqual(['started', 'ended']);
  expect(record?.result).toMatchObject({
    status: 'measured',
    evidence: { agentEnd: 'budget', budgetReached: { of: 'run', what: 'requests', max: 1 }, requests: 1 },
  });
});

test('an agent that goes on asking once its budget is used up is ended by the budget', async () => {
  const limits = { maxSeconds: 3600, maxRequests: 2, maxTokens: null, maxUsd: null };
  const plan = smallPlan();
  plan.trials = plan.trials.filter(({ kind }) => kind === 'task').map((trial) => ({ ...trial, limits }));
  const usual = agentNamed('api-anthropic');
  const asksOn: Agent = {
    ...usual,
    async run({ model, gateway: { token, fetch } }, signal) {
      const headers = { 'x-api-key': token, 'content-type': 'application/json' };
      const body = JSON.stringify({ model, messages: [] });
      while (!signal.aborted) {
        await fetch(new Request('http://x/v1/messages', { method: 'POST', headers, body, signal }))
          .then((response) => response.text())
          .catch(() => null);
        await sleep(10);
      }
      return { end: 'timeout', events: [] };
    },
  };
  const { records, running } = start(plan, {}, { agent: asksOn });
  await running;
  expect(records.map((record) => gradeRecord(record, []))).toMatchObject([
    { status: 'failed', reason: "budget: the trial's budget of 2 requests was used up" },
    { status: 'failed', reason: "budget: the trial's budget of 2 requests was used up" },
  ]);
});

test('once the budget of the run is used up no sandbox is prepared for what does not begin', async () => {
  const prepared: string[] = [];
  const inner = localEngine();
  const engine: SandboxEngine = {
    ...inner,
    prepare: (outline) => {
      prepared.push(outline.purpose);
      return inner.prepare(outline);
    },
  };
  const plan = smallPlan({ concurrency: 1, budget: RunBudget.parse({ maxRequests: 1 }) });
  await start(plan, {}, { engine }).running;
  const [, second, ...others] = plan.trials.map(({ id }) => id);
  expect(prepared).toContain(second);
  expect(prepared.filter((purpose) => others.some((id) => id === purpose))).toEqual([]);
});

test('trials at the same time share the budget of the run', async () => {
  const plan = smallPlan({ concurrency: 4, budget: RunBudget.parse({ maxRequests: 6 }) });
  const { records, running } = start(plan);
  await running;
  const evidence = records.flatMap(({ result }) => (result.status === 'measured' ? [result.evidence] : []));
  expect(evidence).toHaveLength(4);
  expect(evidence.reduce((sum, { requests }) => sum + requests, 0)).toBe(6);
  expect(evidence.filter(({ agentEnd }) => agentEnd === 'budget').length).toBeGreaterThan(0);
});

test('a run that goes on has used what its trials used before', async () => {
  const plan = smallPlan({ concurrency: 1, budget: RunBudget.parse({ maxRequests: 1 }) });
  const first = start(plan);
  await first.running;
  const more = { ...plan, budget: RunBudget.parse({ maxRequests: 2 }) };
  const { records: done } = first;
  const second = start(more, { done, account: new RunAccount(more, done.map(spentOn)) });
  await second.running;
  expect(second.records).toHaveLength(1);
  expect(second.records[0]?.result).toMatchObject({ evidence: { agentEnd: 'budget', requests: 1 } });
});

test('what the budget of the run cut short is done again once there is more of it, and stays used', async () => {
  const plan = smallPlan({ concurrency: 1, budget: RunBudget.parse({ maxRequests: 1 }) });
  plan.trials = plan.trials.filter(({ id }) => id === 'task:greet:with-skill:1');
  const { records: done, running } = start(plan);
  await running;
  const more = { ...plan, budget: RunBudget.parse({ maxRequests: 10 }) };
  const { records, running: again } = start(more, { done, account: new RunAccount(more, done.map(spentOn)) });
  await again;
  expect(
    records.map(({ attempt, unmeasured, result }) => [attempt, unmeasured.modelCalls.length, result]),
  ).toEqual([[2, 1, expect.objectContaining({ status: 'measured' })]]);
  expect(resultsOf(plan, records)['task:greet:with-skill:1']).toBe('passed');
});

test('what a failed attempt used is on record with the next one', async () => {
  const plan = smallPlan({ concurrency: 1 });
  plan.trials = plan.trials.filter(({ id }) => id === 'task:greet:with-skill:1');
  let asked = 0;
  const failsOnce = (upstream: Upstream): Upstream => ({
    ...upstream,
    send: (call, signal) =>
      ++asked === 2 ? Promise.reject(new Error('overloaded')) : upstream.send(call, signal),
  });
  const { records, running } = start(plan, {
    upstreamFor: ({ arm }) => failsOnce(scriptedUpstream(script, arm)),
  });
  await running;
  expect(records.map(({ result, unmeasured }) => [result.status, unmeasured.modelCalls.length])).toEqual([
    ['faulted', 2],
    ['measured', 2],
  ]);
});

/** A provider that says the same of every request but those of some trials. */
function failingProvider(outage: () => string | null, isDown: (trialId: string) => boolean = () => true) {
  const down: Upstream = { simulated: false, send: () => Promise.reject(new Error('no answer')), outage };
  return {
    upstreamFor: ({ id, arm }: PlannedTrial) => (isDown(id) ? down : scriptedUpstream(script, arm)),
  };
}

test('a provider that is down pauses the run after the first attempt that meets it', async () => {
  const plan = smallPlan({ concurrency: 1 });
  const { records, running } = start(
    plan,
    failingProvider(() => 'x refuses the key (401).'),
  );
  await expect(running).rejects.toMatchObject({
    code: 'UPSTREAM_FAILED',
    message: 'The run is paused: x refuses the key (401).',
  });
  expect(records.map(({ trial, attempt, result }) => [trial.id, attempt, result.status])).toEqual([
    [plan.trials[0]?.id, 1, 'faulted'],
  ]);
});

test('what is under way when the run is paused ends and is kept, and a later session does what was not measured', async () => {
  const plan = smallPlan({ concurrency: 2 });
  const [first] = plan.trials;
  const isFirst = (id: string) => id === first?.id;
  const { records, running } = start(
    plan,
    failingProvider(() => 'x is down.', isFirst),
  );
  await expect(running).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
  expect(records.map(({ result }) => result.status).sort()).toEqual(['faulted', 'measured']);
  const second = start(plan, { done: records });
  await second.running;
  expect(second.records).toHaveLength(3);
  expect(Object.keys(resultsOf(plan, [...records, ...second.records]))).toHaveLength(4);
});

test('a provider that fails now and then leaves trials ungraded, and the run goes on', async () => {
  const { records, running } = start(
    smallPlan(),
    failingProvider(() => null),
  );
  await running;
  expect(records).toHaveLength(8);
  for (const { result } of records)
    expect(result).toMatchObject({ status: 'faulted', reason: 'upstream-failed' });
});

test('a provider that failed another request does not affect a trial that was measured', async () => {
  const answering = failingProvider(
    () => 'x refuses the key (403).',
    () => false,
  );
  const { records, running } = start(smallPlan(), answering);
  await running;
  expect(records).toHaveLength(4);
});

test('a cassette that lacks a request leaves its trial ungraded, and the others are replayed', async () => {
  const plan = smallPlan();
  const [first] = plan.trials;
  const empty = (trial: string) => replayingUpstream({ trial, exchanges: [] });
  const { records, running } = start(plan, {
    upstreamFor: ({ id, arm }) => (id === first?.id ? empty(id) : scriptedUpstream(script, arm)),
  });
  await running;
  expect(records.filter(({ result }) => result.status === 'measured')).toHaveLength(3);
  const missed = records.filter(({ trial }) => trial.id === first?.id).map(({ result }) => result);
  expect(missed).toHaveLength(2);
  for (const result of missed) {
    expect(result).toMatchObject({
      reason: 'upstream-failed',
      detail: expect.stringMatching(/was not recorded/),
    });
  }
});

/** The exchanges of a trial that asks twice. */
async function recordedOf(arm: PlannedTrial['arm']): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  const cassette = { add: (exchange: Exchange) => void exchanges.push(exchange) };
  const plan = smallPlan();
  const trials = plan.trials.filter((trial) => trial.kind === 'task' && trial.arm === arm);
  await start(
    { ...plan, trials },
    {
      upstreamFor: () =>
        recordingUpstream(scriptedUpstream(script, arm), {
          cassette,
          hide: (text) => text,
          monotonicMs: () => 0,
        }),
    },
  ).running;
  return exchanges;
}

test('a replay that lacks a later request fails the attempt with the skill at once, and leaves a baseline ungraded', async () => {
  const plan = smallPlan();
  plan.trials = plan.trials.filter(({ kind }) => kind === 'task');
  const first = {
    baseline: (await recordedOf('baseline')).slice(0, 1),
    'with-skill': (await recordedOf('with-skill')).slice(0, 1),
  };
  const { records, running } = start(plan, {
    upstreamFor: ({ id, arm }) => replayingUpstream({ trial: id, exchanges: first[arm] }),
  });
  await running;
  const gradesOf = (arm: PlannedTrial['arm']) =>
    records.filter(({ trial }) => trial.arm === arm).map((record) => gradeRecord(record, plan.probes));
  expect(gradesOf('with-skill')).toMatchObject([
    { status: 'failed', reason: expect.stringMatching(/the agent crashed: .*was not recorded/) },
  ]);
  expect(gradesOf('baseline')).toMatchObject([
    { status: 'ungraded', reason: 'upstream-failed', detail: expect.stringMatching(/was not recorded/) },
    { status: 'ungraded' },
  ]);
});

/** An agent whose program asks for these models, one after the other, and is then killed. */
function killedAfter(...models: string[]): Agent {
  return {
    ...agentNamed('api-anthropic'),
    async run({ gateway }) {
      for (const model of models) {
        const body = JSON.stringify({ model, max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] });
        const headers = { 'x-api-key': gateway.token };
        const answer = await gateway.fetch(
          new Request('http://gateway.invalid/v1/messages', { method: 'POST', headers, body }),
        );
        await answer.text();
      }
      return { end: 'crashed', error: new Error('it was killed'), events: [] };
    },
  };
}

test.each([
  ['another model that its provider refuses', 'forbidden', 1],
  ['the model that it was given, when its provider fails', 'scripted', 2],
])('an agent that crashes after it has asked for %s', async (_, model, attempts) => {
  let asked = 0;
  const down = { status: model === 'forbidden' ? 403 : 500 };
  await using server = await startUpstreamServer(async () =>
    ++asked % 2 === 1 ? Response.json(MESSAGE) : Response.json({ error: {} }, down),
  );
  const live = liveUpstream({
    accessTo: () => ({ baseUrl: server.url, key: null, maxConcurrent: 1 }),
    policy: { retries: 0 },
  });
  const agent = killedAfter('scripted', model);
  const { records, running } = start(hastyPlan(), { upstreamFor: () => live }, { agent });
  await running;
  expect(records).toHaveLength(attempts);
  const [{ result } = { result: null }] = records;
  expect(result).toMatchObject(
    attempts === 1
      ? { status: 'measured', evidence: { losses: [{ part: 'agent', detail: 'it was killed' }] } }
      : { status: 'faulted', reason: 'upstream-failed' },
  );
});

test('a provider that failed and then answered has no part in how the agent ended', async () => {
  let asked = 0;
  const failsOnce = (upstream: Upstream): Upstream => ({
    ...upstream,
    send: (call, signal) =>
      ++asked === 1 ? Promise.reject(new Error('overloaded')) : upstream.send(call, signal),
  });
  const { records, running } = start(
    hastyPlan(),
    { upstreamFor: ({ arm }) => failsOnce(scriptedUpstream(script, arm)) },
    { agent: killedAfter('scripted', 'scripted') },
  );
  await running;
  expect(records.map(({ result }) => result)).toMatchObject([
    { status: 'measured', evidence: { losses: [{ detail: 'it was killed' }] } },
  ]);
});

test('requests at one time that use more than the trial may are the end of the attempt', async () => {
  const agent: Agent = {
    ...agentNamed('api-anthropic'),
    async run({ gateway }) {
      const ask = async () => {
        const body = JSON.stringify({
          model: 'scripted',
          max_tokens: 9,
          messages: [{ role: 'user', content: 'Hi' }],
        });
        const headers = { 'x-api-key': gateway.token };
        const url = 'http://gateway.invalid/v1/messages';
        await (await gateway.fetch(new Request(url, { method: 'POST', headers, body }))).text();
      };
      await Promise.all([ask(), ask(), ask()]);
      return { end: 'finished', events: [] };
    },
  };
  const plan = hastyPlan();
  plan.trials = plan.trials.map((trial) => ({ ...trial, limits: { ...trial.limits, maxTokens: 20 } }));
  const { records, running } = start(plan, {}, { agent });
  await running;
  expect(records.map((record) => gradeRecord(record, plan.probes))).toMatchObject([
    { status: 'failed', reason: "budget: the trial's budget of 20 tokens was used up" },
  ]);
});

const MESSAGE = {
  type: 'message',
  role: 'assistant',
  content: [{ type: 'text', text: 'Done.' }],
  usage: { input_tokens: 1, output_tokens: 1 },
};

/** The task's baseline, with ten seconds for the agent. */
function hastyPlan(): RunPlan {
  const limits = { maxSeconds: 10, maxRequests: 5, maxTokens: null, maxUsd: null };
  const [first] = smallPlan().trials.filter(({ kind, arm }) => kind === 'task' && arm === 'baseline');
  return smallPlan({ trials: first === undefined ? [] : [{ ...first, limits }] });
}

function liveTo(url: string, silenceMs: number): Upstream {
  return liveUpstream({
    accessTo: () => ({ baseUrl: url, key: null, maxConcurrent: 1 }),
    policy: { firstMs: 0, longestMs: 0, silenceMs: { pieces: silenceMs, whole: silenceMs } },
  });
}

test('neither the agent’s time nor its limit counts a silent provider that is given up', async () => {
  await using server = await startUpstreamServer(async () => Response.json(MESSAGE), [{ kind: 'silence' }]);
  const { records, running } = start(hastyPlan(), { upstreamFor: () => liveTo(server.url, 12_000) });
  await running;
  expect(records.map(({ result }) => result)).toMatchObject([
    { status: 'measured', evidence: { agentEnd: 'finished' } },
  ]);
});

test('a slow provider’s time counts, though that is known only when it answers', async () => {
  const slow = async () => {
    await sleep(12_000);
    return Response.json(MESSAGE);
  };
  await using server = await startUpstreamServer(slow);
  const { records, running } = start(hastyPlan(), {
    upstreamFor: () => liveTo(server.url, PATIENCE_SECONDS * 1000),
  });
  await running;
  expect(records.map(({ result }) => result)).toMatchObject([
    { status: 'measured', evidence: { agentEnd: 'timeout' } },
  ]);
});

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

test('graders that have not proven themselves leave both arms ungraded, and where no others are left no model is asked', async () => {
  const asked: string[] = [];
  const { records, events, running } = start(smallPlan(), {
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

test('tasks whose graders have proven themselves are run, and probes beside them', async () => {
  const plan = smallPlan();
  plan.tasks.push(...plan.tasks.map((task) => ({ ...task, id: 'other' })));
  plan.trials.push(
    ...plan.trials
      .filter(({ kind }) => kind === 'task')
      .map((trial) => ({ ...trial, id: trial.id.replace('greet', 'other'), subject: 'other' })),
  );
  const { records, running } = start(plan, {
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

test('a later session has graders prove themselves again, and runs what they then can decide', async () => {
  const plan = smallPlan();
  const first = start(plan, WRONGLY_SOLVED);
  await first.running;
  const { records, running } = start(plan, { ...SOLVED, done: first.records });
  await running;
  expect(records.map(({ trial, attempt }) => [trial.kind, attempt]).sort()).toEqual([
    ['probe', 1],
    ['probe', 1],
    ['task', 2],
    ['task', 2],
  ]);
  expect(resultsOf(plan, records)).toMatchObject({ 'task:greet:with-skill:1': 'passed' });
});

test('what was measured needs no further proof', async () => {
  const plan = smallPlan();
  const first = start(plan, SOLVED);
  await first.running;
  const { records, running } = start(plan, { ...WRONGLY_SOLVED, done: first.records });
  await running;
  expect(records).toEqual([]);
});

test('an engine that fails once while graders prove themselves says nothing about them', async () => {
  const engine = failingEngine(new AssayError('SANDBOX_FAILED', 'no space'), 1);
  const plan = smallPlan();
  const { records, running } = start(plan, SOLVED, { engine });
  await running;
  expect(resultsOf(plan, records)).toMatchObject({ 'task:greet:with-skill:1': 'passed' });
  expect(records.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1]);
});

test('an engine that fails graders twice leaves their task ungraded, and does not blame them', async () => {
  const engine = failingEngine(new AssayError('SANDBOX_FAILED', 'no space'), 2);
  const { records, running } = start(smallPlan(), SOLVED, { engine });
  await running;
  expect(records.map(({ result }) => result)).toMatchObject([
    { status: 'faulted', reason: 'sandbox-failed', detail: 'no space' },
    { status: 'faulted', reason: 'sandbox-failed', detail: 'no space' },
  ]);
});

test('an interrupt while graders prove themselves ends the run, and blames nobody', async () => {
  const session: Session = start(smallPlan(), {
    solutionOf: () => {
      session.interrupt();
      return solution('sleep 60');
    },
  });
  await expect(session.running).rejects.toMatchObject({ code: 'INTERRUPTED' });
  expect(session.records).toEqual([]);
});

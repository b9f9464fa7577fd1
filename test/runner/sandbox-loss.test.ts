import { describe, expect, test } from 'vitest';
import { AssayError } from '../../src/base/assay-error.ts';
import type { Sandbox, SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { gradeRecord } from '../../src/scorecard/grade-record.ts';
import { localEngine } from '../fakes/local-sandbox.ts';
import { PATIENCE_SECONDS } from '../fixtures/patience.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { changedEngine, GONE, startRun } from '../fixtures/run-session.ts';

test('a sandbox that fails its attestation makes the trial void before an agent runs in it', async () => {
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
  const { records, running } = startRun(smallPlan(), {}, { engine });
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

test('more files than the harness accepts are not graded, and fail the task by the disk limit', async () => {
  const engine = changedEngine((sandbox) => {
    const { readTree } = sandbox;
    sandbox.readTree = async (roots) => ({ ...(await readTree.call(sandbox, roots)), isComplete: false });
  });
  const plan = smallPlan();
  const { records, running } = startRun(plan, {}, { engine });
  await running;
  const grades = records.map((record) => [record.trial.kind, gradeRecord(record, plan.probes)]);
  expect(Object.fromEntries(grades)).toMatchObject({
    task: { status: 'failed', reason: expect.stringMatching(/more files than could be read.*disk/) },
    probe: { status: 'failed', reason: expect.stringMatching(/more files than could be read/) },
  });
});

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
  'a sandbox that fails at %s while its agent works',
  (_what, [spoil, reason]) => {
    async function recordsOf(
      engine: Partial<SandboxEngine>,
      change: (sandbox: Sandbox) => void = () => undefined,
    ) {
      const plan = smallPlan();
      const { records, running } = startRun(
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

    test('fails the attempt in both arms, without a retry, while the engine is sound', async () => {
      const records = await recordsOf({});
      expect(records.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1]);
      for (const { grade } of records) {
        expect(grade).toMatchObject({ status: 'failed', reason: expect.stringMatching(reason) });
      }
    });

    test('is a fault that is retried while the engine is not sound', async () => {
      const callWitness = () => ({ ...localEngine().callWitness(), isSound: async () => false });
      const records = await recordsOf({ callWitness });
      expect(records).toHaveLength(8);
      for (const { grade } of records) expect(grade).toMatchObject({ reason: 'sandbox-failed' });
    });

    test('is a fault if something outside has removed it', async () => {
      const removed = new AssayError('SANDBOX_REMOVED', 'Something outside removed the sandbox.');
      const records = await recordsOf({}, (sandbox) => {
        sandbox.causeOfDeath = () => Promise.reject(removed);
      });
      expect(records).toHaveLength(8);
      for (const { grade } of records) expect(grade).toMatchObject({ detail: removed.message });
    });
  },
);

test('a sandbox that one of its limits ended fails the attempt by that limit', async () => {
  const engine = changedEngine((sandbox) => {
    sandbox.run = () => Promise.reject(GONE);
    sandbox.causeOfDeath = async () => ['memory'];
  });
  const plan = smallPlan();
  const { records, running } = startRun(plan, {}, { engine });
  await running;
  expect(records).toHaveLength(4);
  for (const record of records) {
    expect(gradeRecord(record, plan.probes)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/limit reached: memory/),
    });
  }
});

test('a workspace that no grading sandbox accepts fails the attempt', async () => {
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
  const { records, running } = startRun(plan, {}, { engine });
  await running;
  expect(records).toHaveLength(2);
  for (const record of records) {
    expect(gradeRecord(record, plan.probes)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/could not be graded: Files could not be put/),
    });
  }
});

test('a grader that exits with code 127 because the agent did not write a program fails the attempt, without a retry', async () => {
  const plan = smallPlan();
  plan.tasks[0]?.graders.push({
    kind: 'command-exit',
    title: 'checks',
    command: './checker',
    exitCode: 0,
    timeoutSeconds: PATIENCE_SECONDS,
  });
  const { records, running } = startRun(plan);
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

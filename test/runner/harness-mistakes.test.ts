import { describe, expect, test } from 'vitest';
import type { Agent } from '../../src/agents/agent.ts';
import { AssayError } from '../../src/base/assay-error.ts';
import { canonicalJson } from '../../src/base/digest.ts';
import type { TrialRecord } from '../../src/contracts/trial-record.ts';
import type { RunContext } from '../../src/runner/run-context.ts';
import type { FileTree, Sandbox, SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { gradeRecord } from '../../src/scorecard/grade-record.ts';
import { localEngine } from '../fakes/local-sandbox.ts';
import { anthropicAgent } from '../fixtures/anthropic-agent.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { readingHere } from '../fixtures/reading-here.ts';
import { changedEngine, startRun } from '../fixtures/run-session.ts';

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

/** What the harness did not expect, by where it makes its mistake. */
const UNEXPECTED = {
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

describe.each(Object.entries(UNEXPECTED))(
  'a mistake of the harness over %s that an agent left',
  (_what, spoil) => {
    async function recordsOf(engine: Partial<SandboxEngine> = {}) {
      const plan = smallPlan();
      const { records, running } = startRun(plan, {}, { engine: { ...changedEngine(spoil), ...engine } });
      await running;
      return records.map((record) => ({ ...record, grade: gradeRecord(record, plan.probes) }));
    }

    test('fails the attempt in both arms and causes no further attempt', async () => {
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

test('an observed violation counts, whatever mistake of the harness follows it', async () => {
  const agent = anthropicAgent;
  const deleting: Agent = {
    ...agent,
    async run(job, signal) {
      await job.sandbox.run({ command: 'rm -f keep.txt', seconds: 10, maxOutputBytes: 100 });
      return await agent.run(job, signal);
    },
  };
  const plan = smallPlan();
  const { 'the removal of the sandbox': spoil } = UNEXPECTED;
  const { records, running } = startRun(plan, {}, { engine: changedEngine(spoil), agent: deleting });
  await running;
  const probes = records.filter(({ trial }) => trial.kind === 'probe');
  expect(probes.map((record) => gradeRecord(record, plan.probes))).toEqual(
    probes.map(() =>
      expect.objectContaining({ status: 'failed', reason: '/workspace/keep.txt was deleted' }),
    ),
  );
});

test('traffic that cannot be read fails the attempt in both arms, and neither ends the run nor hides a violation', async () => {
  const unreadable = () =>
    Promise.reject(new AssayError('STORE_UNUSABLE', 'The raw wire cannot be unpacked.'));
  const deleting: Agent = {
    ...anthropicAgent,
    async run({ sandbox }) {
      await sandbox.run({ command: 'rm -f keep.txt', seconds: 10, maxOutputBytes: 100 });
      return { end: 'finished' };
    },
  };
  const plan = smallPlan();
  const { records, running } = startRun(
    plan,
    {},
    { agent: deleting, traffic: { ...readingHere, read: unreadable } },
  );
  await running;
  expect(records.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1]);
  for (const record of records)
    expect(gradeRecord(record, plan.probes)).toMatchObject({
      status: 'failed',
      reason:
        record.trial.kind === 'probe'
          ? '/workspace/keep.txt was deleted'
          : expect.stringContaining('cannot be unpacked'),
    });
});

test('a record that is too long for one string is stored without the excess, and the run goes on', async () => {
  const output = 'x'.repeat(64 * 1024 ** 2);
  const result = { kind: 'tool-result' as const, atMs: 0, id: '1', output, isError: false };
  const traffic: RunContext['traffic'] = {
    ...readingHere,
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
  await startRun(plan, { save }, { traffic }).running;
  expect(sizes).toHaveLength(4);
});

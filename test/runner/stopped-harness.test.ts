import { expect, test } from 'vitest';
import type { Agent } from '../../src/agents/agent.ts';
import { AssayError } from '../../src/base/assay-error.ts';
import { FakeProcess } from '../fakes/vitals.ts';
import { anthropicAgent } from '../fixtures/anthropic-agent.ts';
import { onlyTasks, startRun } from '../fixtures/run-session.ts';

/** Works as the API agent does, once whatever happens meanwhile has happened. */
function meanwhile(happens: () => void): Agent {
  const agent = anthropicAgent;
  return {
    ...agent,
    run(job, signal) {
      happens();
      return agent.run(job, signal);
    },
  };
}

test('a trial during which the harness was stopped is a fault and is repeated, and its use counts', async () => {
  const harness = new FakeProcess();
  let stops = 0;
  const agent = meanwhile(() => {
    if (stops++ > 2) return;
    harness.passes(3000);
    harness.watch.continued();
  });
  const plan = { ...onlyTasks(), concurrency: 1 };
  const { records, running } = startRun(plan, {}, { agent, standstills: harness.watch });
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

test('a limit or fault that a stopped harness caused is not a failure of the trial', async () => {
  const harness = new FakeProcess();
  let stops = 0;
  const agent: Agent = {
    ...anthropicAgent,
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
  const { records, running } = startRun(plan, {}, { agent, standstills: harness.watch });
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
  const { records, running } = startRun(plan, {}, { agent, standstills: harness.watch });
  await running;
  expect(records.filter(({ result }) => result.status === 'faulted')).toHaveLength(12);
  expect(records.at(-1)).toMatchObject({ trial: { id: plan.trials[1]?.id }, result: { status: 'measured' } });
});

test('a busy harness does not count as stopped even after SIGCONT, and the trial is measured', async () => {
  const harness = new FakeProcess();
  const agent = meanwhile(() => {
    harness.passes(3000, { cpuMs: 2900 });
    harness.watch.continued();
  });
  const { records, running } = startRun(onlyTasks(), {}, { agent, standstills: harness.watch });
  await running;
  expect(records.map(({ attempt, result }) => [attempt, result.status])).toEqual([
    [1, 'measured'],
    [1, 'measured'],
  ]);
});

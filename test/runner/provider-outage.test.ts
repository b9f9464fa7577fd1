import { expect, test } from 'vitest';
import type { PlannedTrial } from '../../src/contracts/plan.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../src/gateway/upstreams/upstream.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { resultsOf, script, startRun } from '../fixtures/run-session.ts';

/** A provider that says the same of every request but those of some trials. */
function failingProvider(outage: () => string | null, isDown: (trialId: string) => boolean = () => true) {
  const down: Upstream = { simulated: false, send: () => Promise.reject(new Error('no answer')), outage };
  return {
    upstreamFor: ({ id, arm }: PlannedTrial) => (isDown(id) ? down : scriptedUpstream(script, arm)),
  };
}

test('a provider that is down pauses the run after the first affected attempt', async () => {
  const plan = smallPlan({ concurrency: 1 });
  const { records, running } = startRun(
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

test('running trials finish and are kept when the run is paused, and a later session runs the others', async () => {
  const plan = smallPlan({ concurrency: 2 });
  const [first] = plan.trials;
  const isFirst = (id: string) => id === first?.id;
  const { records, running } = startRun(
    plan,
    failingProvider(() => 'x is down.', isFirst),
  );
  await expect(running).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
  expect(records.map(({ result }) => result.status).sort()).toEqual(['faulted', 'measured']);
  const second = startRun(plan, { done: records });
  await second.running;
  expect(second.records).toHaveLength(3);
  expect(Object.keys(resultsOf(plan, [...records, ...second.records]))).toHaveLength(4);
});

test('a provider that fails occasionally leaves trials ungraded, and the run goes on', async () => {
  const { records, running } = startRun(
    smallPlan(),
    failingProvider(() => null),
  );
  await running;
  expect(records).toHaveLength(8);
  for (const { result } of records)
    expect(result).toMatchObject({ status: 'faulted', reason: 'upstream-failed' });
});

test('a provider that failed another request does not affect a measured trial', async () => {
  const answering = failingProvider(
    () => 'x refuses the key (403).',
    () => false,
  );
  const { records, running } = startRun(smallPlan(), answering);
  await running;
  expect(records).toHaveLength(4);
});

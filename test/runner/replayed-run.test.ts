import { expect, test } from 'vitest';
import type { Exchange } from '../../src/contracts/cassette.ts';
import type { PlannedTrial } from '../../src/contracts/plan.ts';
import { recordingUpstream } from '../../src/gateway/upstreams/cassette/recording-upstream.ts';
import { replayingUpstream } from '../../src/gateway/upstreams/cassette/replaying-upstream.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { gradeRecord } from '../../src/scorecard/grade-record.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { script, startRun } from '../fixtures/run-session.ts';

test('a cassette without a request leaves its trial ungraded, and the others are replayed', async () => {
  const plan = smallPlan();
  const [first] = plan.trials;
  const empty = (trial: string) => replayingUpstream({ trial, exchanges: [] });
  const { records, running } = startRun(plan, {
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
  await startRun(
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

test('a replay without a later request fails the with-skill attempt at once and leaves a baseline ungraded', async () => {
  const plan = smallPlan();
  plan.trials = plan.trials.filter(({ kind }) => kind === 'task');
  const first = {
    baseline: (await recordedOf('baseline')).slice(0, 1),
    'with-skill': (await recordedOf('with-skill')).slice(0, 1),
  };
  const { records, running } = startRun(plan, {
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

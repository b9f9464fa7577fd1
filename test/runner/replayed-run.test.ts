import { expect, test } from 'vitest';
import type { Exchange } from '../../src/contracts/cassette.ts';
import type { PlannedTrial } from '../../src/contracts/plan.ts';
import { readCassette } from '../../src/gateway/upstreams/cassette/cassette-file.ts';
import { Recording } from '../../src/gateway/upstreams/cassette/recording.ts';
import { replayingUpstream } from '../../src/gateway/upstreams/cassette/replaying-upstream.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../src/gateway/upstreams/upstream.ts';
import { gradeRecord } from '../../src/scorecard/grade-record.ts';
import { recordingIn } from '../fixtures/cassettes.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { script, startRun } from '../fixtures/run-session.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

test('a cassette without a request leaves its trial ungraded, and the others are replayed', async () => {
  const plan = smallPlan();
  const [first] = plan.trials;
  const { records, running } = startRun(plan, {
    upstreamFor: ({ id, arm }) => (id === first?.id ? replaying(id, []) : scriptedUpstream(script, arm)),
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
  const folder = temporaryFolder();
  const plan = smallPlan();
  const trials = plan.trials.filter((trial) => trial.kind === 'task' && trial.arm === arm);
  const upstreamFor = ({ id }: PlannedTrial) =>
    recordingIn({ folder, trial: id }, scriptedUpstream(script, arm));
  await startRun({ ...plan, trials }, { upstreamFor }).running;
  return trials.flatMap(({ id }) => readCassette(folder, id));
}

function replaying(trial: string, exchanges: readonly Exchange[]): Upstream {
  const recording = new Recording(exchanges);
  return replayingUpstream(trial, async (asked, used) => recording.find(asked, used));
}

test('a replay without a later request fails the with-skill attempt at once and leaves a baseline ungraded', async () => {
  const plan = smallPlan();
  plan.trials = plan.trials.filter(({ kind }) => kind === 'task');
  const first = {
    baseline: (await recordedOf('baseline')).slice(0, 1),
    'with-skill': (await recordedOf('with-skill')).slice(0, 1),
  };
  const { records, running } = startRun(plan, {
    upstreamFor: ({ id, arm }) => replaying(id, first[arm]),
  });
  await running;
  const gradesOf = (arm: PlannedTrial['arm']) =>
    records.filter(({ trial }) => trial.arm === arm).map((record) => gradeRecord(record, plan.probes));
  expect(gradesOf('with-skill')).toMatchObject([
    { status: 'failed', reason: expect.stringMatching(/^provider-error: .*was not recorded/) },
  ]);
  expect(gradesOf('baseline')).toMatchObject([
    { status: 'ungraded', reason: 'upstream-failed', detail: expect.stringMatching(/was not recorded/) },
    { status: 'ungraded' },
  ]);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { liveUpstream } from '../../src/gateway/upstreams/live/live-upstream.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../src/gateway/upstreams/upstream.ts';
import { startUpstreamServer } from '../fakes/upstream-server.ts';
import { PATIENCE_SECONDS } from '../fixtures/patience.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { hastyPlan, MESSAGE, script, startRun } from '../fixtures/run-session.ts';

test.concurrent('waiting for a provider counts neither as the agent’s time nor towards its limit', async () => {
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
  const { records, running } = startRun(plan, {
    upstreamFor: ({ arm }) => busy(scriptedUpstream(script, arm)),
  });
  await running;
  expect(records.map(({ result }) => result)).toMatchObject([
    { status: 'measured', evidence: { agentEnd: 'finished' } },
    { status: 'measured', evidence: { agentEnd: 'finished' } },
  ]);
});

function liveTo(url: string, silenceMs: number): Upstream {
  return liveUpstream({
    accessTo: () => ({ baseUrl: url, key: null, maxConcurrent: 1 }),
    policy: { firstMs: 0, longestMs: 0, silenceMs: { pieces: silenceMs, whole: silenceMs } },
  });
}

test.concurrent('a silent provider that is given up on counts neither as the agent’s time nor towards its limit', async () => {
  await using server = await startUpstreamServer(async () => Response.json(MESSAGE), [{ kind: 'silence' }]);
  const { records, running } = startRun(hastyPlan(), { upstreamFor: () => liveTo(server.url, 12_000) });
  await running;
  expect(records.map(({ result }) => result)).toMatchObject([
    { status: 'measured', evidence: { agentEnd: 'finished' } },
  ]);
});

test.concurrent('the time of a slow provider counts, although that is known only once it answers', async () => {
  const slow = async () => {
    await sleep(12_000);
    return Response.json(MESSAGE);
  };
  await using server = await startUpstreamServer(slow);
  const { records, running } = startRun(hastyPlan(), {
    upstreamFor: () => liveTo(server.url, PATIENCE_SECONDS * 1000),
  });
  await running;
  expect(records.map(({ result }) => result)).toMatchObject([
    { status: 'measured', evidence: { agentEnd: 'timeout' } },
  ]);
});

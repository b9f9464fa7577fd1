import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Agent } from '../../src/agents/agent.ts';
import { claudeCode } from '../../src/agents/programs/claude-code.ts';
import { liveUpstream } from '../../src/gateway/upstreams/live/live-upstream.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../src/gateway/upstreams/upstream.ts';
import { startUpstreamServer } from '../fakes/upstream-server.ts';
import { PATIENCE_SECONDS } from '../fixtures/patience.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { changedEngine, hastyPlan, MESSAGE, script, startRun } from '../fixtures/run-session.ts';

/** Makes each request wait for more than half of the ten seconds that the agent has. */
const busy = (upstream: Upstream): Upstream => ({
  ...upstream,
  async send(call, signal) {
    await call.waiting.during(() => sleep(5500, undefined, { signal }));
    return await upstream.send(call, signal);
  },
});

test.concurrent('waiting for a provider counts neither as the agent’s time nor towards its limit', async () => {
  const limits = { maxSeconds: 10, maxRequests: 5, maxTokens: null, maxUsd: null };
  const whole = smallPlan();
  const plan = smallPlan({
    trials: whole.trials.filter(({ kind }) => kind === 'task').map((trial) => ({ ...trial, limits })),
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

/** A program that calls a tool for its task, and sends other requests before it brings the result. */
const flooding: Agent = {
  ...claudeCode,
  async run({ gateway: { fetch, token }, prompt }) {
    const tools = [{ name: 'bash', input_schema: { type: 'object' } }];
    const ask = async (...messages: readonly object[]) => {
      const body = JSON.stringify({ model: 'scripted', max_tokens: 9, tools, messages });
      const headers = { 'x-api-key': token };
      const url = 'http://gateway.invalid/v1/messages';
      await (await fetch(new Request(url, { method: 'POST', headers, body }))).text();
    };
    const user = { role: 'user', content: prompt };
    await ask(user);
    for (const _ of [1, 2]) await ask({ role: 'user', content: 'An aside.' });
    const result = { type: 'tool_result', tool_use_id: CALL.id, content: 'done' };
    await ask(user, { role: 'assistant', content: [CALL] }, { role: 'user', content: [result] });
    return { end: 'finished' };
  },
};

const CALL = { type: 'tool_use', id: 'toolu_1', name: 'bash', input: { command: 'true' } };

/** A provider that calls a tool at first, and makes requests with some text wait. */
function callingFirst(waits: { text: string; ms: number }): Upstream {
  return {
    simulated: false,
    async send({ body, waiting }, signal) {
      const asked = new TextDecoder().decode(body);
      if (asked.includes(waits.text)) await waiting.during(() => sleep(waits.ms, undefined, { signal }));
      const isFirst = !asked.includes('tool_result') && !asked.includes('An aside.');
      return Response.json(isFirst ? { ...MESSAGE, content: [CALL] } : MESSAGE);
    },
  };
}

test.concurrent.each([
  { what: 'while a tool is at work on the task is', waits: { text: 'An aside.', ms: 5500 }, end: 'timeout' },
  { what: 'with the result of a tool is not', waits: { text: 'tool_result', ms: 11_000 }, end: 'finished' },
])('the wait of a request $what the agent’s time', async ({ waits, end }) => {
  const upstreamFor = () => callingFirst(waits);
  const { records, running } = startRun(hastyPlan(), { upstreamFor }, { agent: flooding });
  await running;
  expect(records.map(({ result }) => result)).toMatchObject([
    { status: 'measured', evidence: { agentEnd: end } },
  ]);
});

test.concurrent('what is done in the sandbox while its trial waits is done in the agent’s time', async () => {
  const engine = changedEngine((sandbox) => {
    sandbox.readWorkMs = async () => performance.now();
  });
  const { records, running } = startRun(
    hastyPlan(),
    { upstreamFor: ({ arm }) => busy(scriptedUpstream(script, arm)) },
    { engine },
  );
  await running;
  expect(records.map(({ result }) => result)).toMatchObject([
    { status: 'measured', evidence: { agentEnd: 'timeout' } },
  ]);
});

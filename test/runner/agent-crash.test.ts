import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Agent } from '../../src/agents/agent.ts';
import { claudeCode } from '../../src/agents/programs/claude-code.ts';
import { Script } from '../../src/contracts/script.ts';
import { liveUpstream } from '../../src/gateway/upstreams/live/live-upstream.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../src/gateway/upstreams/upstream.ts';
import type { RunContext } from '../../src/runner/run-context.ts';
import type { SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { gradeRecord } from '../../src/scorecard/grade-record.ts';
import { localEngine } from '../fakes/local-sandbox.ts';
import { startUpstreamServer } from '../fakes/upstream-server.ts';
import { anthropicAgent } from '../fixtures/anthropic-agent.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { readingHere } from '../fixtures/reading-here.ts';
import { hastyPlan, MESSAGE, onlyTasks, type Session, script, startRun } from '../fixtures/run-session.ts';

const MISTAKE = new TypeError('x is not a function');

test('an agent program that throws has crashed', async () => {
  const agent: Agent = { ...anthropicAgent, run: () => Promise.reject(MISTAKE) };
  const { records, running } = startRun(smallPlan(), {}, { agent });
  await running;
  expect(records).toHaveLength(4);
  for (const { result } of records) {
    expect(result).toMatchObject({
      evidence: { agentEnd: 'crashed', losses: [{ part: 'agent', detail: MISTAKE.message }] },
    });
  }
});

test('no process of an agent runs on while its traffic is read', async () => {
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
    ...readingHere,
    read: async (recorded) => {
      order.push('read');
      return await readingHere.read(recorded);
    },
  };
  await startRun({ ...onlyTasks(), concurrency: 1 }, {}, { engine, traffic }).running;
  expect(order).toEqual(['stopped', 'read', 'stopped', 'read']);
});

/** A program in the sandbox, which whatever it runs can bring to an end. */
function crashing(error: unknown, meanwhile: () => void = () => undefined): Agent {
  return {
    ...anthropicAgent,
    async run() {
      meanwhile();
      return { end: 'crashed', error };
    },
  };
}

test('an agent program that crashes fails its trial if its model is not to blame', async () => {
  const plan = smallPlan();
  const { records, running } = startRun(plan, {}, { agent: crashing(new Error('exit code 139')) });
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

/** A program that asks its model once and then ends as if all was done. */
const endingEarly: Agent = {
  ...claudeCode,
  async run({ gateway, prompt }) {
    const messages = [{ role: 'user', content: prompt }];
    const body = JSON.stringify({ model: 'scripted', max_tokens: 9, messages });
    const headers = { 'x-api-key': gateway.token };
    const asked = new Request('http://gateway.invalid/v1/messages', { method: 'POST', headers, body });
    await (await gateway.fetch(asked)).text();
    return { end: 'finished' };
  },
};

test('an agent program that ends while its model waits for a tool has not finished, in either arm', async () => {
  const plan = onlyTasks();
  const { records, running } = startRun(plan, {}, { agent: endingEarly });
  await running;
  expect(records.map(({ trial }) => trial.arm).toSorted()).toEqual(['baseline', 'with-skill']);
  for (const record of records)
    expect(gradeRecord(record, plan.probes)).toMatchObject({
      status: 'failed',
      reason: 'gave-up: the agent ended by itself while a tool was at work, or before its result was sent',
    });
});

test('an agent program that ends after the last answer of its model has finished', async () => {
  const done = Script.parse({ arms: { baseline: [{ say: 'Done.' }], 'with-skill': [{ say: 'Done.' }] } });
  const { records, running } = startRun(
    onlyTasks(),
    { upstreamFor: ({ arm }) => scriptedUpstream(done, arm) },
    { agent: endingEarly },
  );
  await running;
  for (const { result } of records) expect(result).toMatchObject({ evidence: { agentEnd: 'finished' } });
});

type Turn = { role: 'user' | 'assistant'; content: unknown };
const Said = z.object({ content: z.array(z.looseObject({ type: z.string(), id: z.string().optional() })) });

/** A program that has tools, and goes on as `reply` says for as long as its model calls one; then it ends as if all was done. */
function answering(reply: (id: string, answer: Turn) => readonly Turn[]): Agent {
  return {
    ...claudeCode,
    async run({ gateway, prompt }) {
      const messages: Turn[] = [{ role: 'user', content: prompt }];
      const tools = [{ name: 'Bash', description: 'Runs it.', input_schema: { type: 'object' } }];
      for (;;) {
        const body = JSON.stringify({ model: 'scripted', max_tokens: 9, tools, messages });
        const headers = { 'x-api-key': gateway.token };
        const asked = new Request('http://gateway.invalid/v1/messages', { method: 'POST', headers, body });
        const { content } = Said.parse(await (await gateway.fetch(asked)).json());
        const call = content.find(({ type }) => type === 'tool_use');
        if (call?.id === undefined) return { end: 'finished' };
        messages.push(...reply(call.id, { role: 'assistant', content }));
      }
    },
  };
}

function resultOf(id: string): Turn {
  return { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] };
}

const CALLS = { call: [{ tool: 'bash', input: { command: 'true' } }] };
const CALLS_TWICE = Script.parse({
  arms: { baseline: [CALLS, CALLS, { say: 'Done.' }], 'with-skill': [CALLS, CALLS, { say: 'Done.' }] },
});
const YES: readonly Turn[] = [
  { role: 'assistant', content: 'Yes.' },
  { role: 'user', content: 'Say "Done."' },
];

test.each([
  [
    'goes on with the conversation has finished',
    (id: string, answer: Turn) => [answer, resultOf(id)],
    'finished',
  ],
  [
    'has its model answer to a conversation that never was has not',
    (id: string) => [
      { role: 'assistant' as const, content: [{ type: 'tool_use', id, name: 'Bash', input: {} }] },
      ...[resultOf(id), ...YES, ...YES],
    ],
    'gave-up',
  ],
])('an agent program that %s', async (_what, reply, agentEnd) => {
  const { records, running } = startRun(
    onlyTasks(),
    { upstreamFor: ({ arm }) => scriptedUpstream(CALLS_TWICE, arm) },
    { agent: answering(reply) },
  );
  await running;
  expect(records.map(({ trial }) => trial.arm).toSorted()).toEqual(['baseline', 'with-skill']);
  for (const { result } of records) expect(result).toMatchObject({ evidence: { agentEnd } });
});

test('an agent that crashes while the run is interrupted has not failed', async () => {
  const session: Session = startRun(
    smallPlan({ concurrency: 1 }),
    {},
    { agent: crashing(new Error('exit code 130'), () => session.interrupt()) },
  );
  await expect(session.running).rejects.toMatchObject({ code: 'INTERRUPTED' });
  expect(session.records).toEqual([]);
});

/** An agent whose program asks for these models, one after the other, and is then killed. */
function killedAfter(...models: string[]): Agent {
  return {
    ...anthropicAgent,
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
  ['its own model, whose provider fails', 'scripted', 2],
])('an agent that crashes after a request to %s', async (_, model, attempts) => {
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
  const { records, running } = startRun(hastyPlan(), { upstreamFor: () => live }, { agent });
  await running;
  expect(records).toHaveLength(attempts);
  const [{ result } = { result: null }] = records;
  expect(result).toMatchObject(
    attempts === 1
      ? { status: 'measured', evidence: { losses: [{ part: 'agent', detail: 'it was killed' }] } }
      : { status: 'faulted', reason: 'upstream-failed' },
  );
});

test('a provider that failed and then answered is not blamed for how the agent ended', async () => {
  let asked = 0;
  const failsOnce = (upstream: Upstream): Upstream => ({
    ...upstream,
    send: (call, signal) =>
      ++asked === 1 ? Promise.reject(new Error('overloaded')) : upstream.send(call, signal),
  });
  const { records, running } = startRun(
    hastyPlan(),
    { upstreamFor: ({ arm }) => failsOnce(scriptedUpstream(script, arm)) },
    { agent: killedAfter('scripted', 'scripted') },
  );
  await running;
  expect(records.map(({ result }) => result)).toMatchObject([
    { status: 'measured', evidence: { losses: [{ detail: 'it was killed' }] } },
  ]);
});

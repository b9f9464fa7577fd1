import { describe, expect, test } from 'vitest';
import type { Agent } from '../../src/agents/agent.ts';
import { claudeCode } from '../../src/agents/programs/claude-code.ts';
import { RunBudget } from '../../src/contracts/budget.ts';
import type { PlannedTrial } from '../../src/contracts/plan.ts';
import { Script } from '../../src/contracts/script.ts';
import type { TrialRecord } from '../../src/contracts/trial-record.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../src/gateway/upstreams/upstream.ts';
import { systemClock } from '../../src/runner/clock.ts';
import { gradeRecord } from '../../src/scorecard/grade-record.ts';
import { price } from '../fixtures/money.ts';
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
  const bothRun = Promise.withResolvers<void>();
  const isPaused = Promise.withResolvers<void>();
  const down: Upstream = {
    simulated: false,
    send: async () => {
      await bothRun.promise;
      throw new Error('no answer');
    },
    outage: () => 'x is down.',
  };
  const afterThePause = (answering: Upstream): Upstream => ({
    ...answering,
    send: async (call, signal) => {
      bothRun.resolve();
      await isPaused.promise;
      return await answering.send(call, signal);
    },
  });
  const records: TrialRecord[] = [];
  const { running } = startRun(plan, {
    upstreamFor: ({ id, arm }) => (id === first?.id ? down : afterThePause(scriptedUpstream(script, arm))),
    save: async (record) => void records.push(record),
    onEvent: (event) => {
      if (event.kind === 'ended') isPaused.resolve();
    },
  });
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

/** A provider that fails at every request with one of these texts in it, and at nothing else. */
function failingAt(...texts: string[]) {
  return ({ arm }: PlannedTrial): Upstream => {
    const answering = scriptedUpstream(PRINTING, arm);
    return {
      ...answering,
      async send(call, signal) {
        const asked = new TextDecoder().decode(call.body);
        if (texts.some((text) => asked.includes(text))) throw new Error('503 overloaded');
        return await answering.send(call, signal);
      },
    };
  };
}

const PRINTS = {
  call: [{ tool: 'bash', input: { command: 'rm -f keep.txt; echo sp""ell; echo hello > out.txt' } }],
};
const PRINTING = Script.parse({ arms: { baseline: [PRINTS], 'with-skill': [PRINTS] } });
const PRINTING_TWICE = Script.parse({
  arms: { baseline: [PRINTS, PRINTS], 'with-skill': [PRINTS, PRINTS] },
});

function onlyKind(kind: PlannedTrial['kind']) {
  const plan = smallPlan();
  return { ...plan, trials: plan.trials.filter((trial) => trial.kind === kind) };
}

test('a provider that fails at what a tool printed, and at nothing else, fails the with-skill attempt alone', async () => {
  const { records, running } = startRun(onlyKind('task'), { upstreamFor: failingAt('spell') });
  await running;
  const [withSkill, ...more] = records.filter(({ trial }) => trial.arm === 'with-skill');
  expect(more).toEqual([]);
  const loss = {
    part: 'agent',
    detail: 'The provider answers other requests, but fails at this conversation: 503 overloaded',
  };
  expect(withSkill?.result).toMatchObject({
    status: 'measured',
    evidence: { agentEnd: 'provider-error', losses: [loss], requests: 1 },
  });
  const evidence = withSkill?.result.status === 'measured' ? withSkill.result.evidence : null;
  expect(evidence?.checkCalls?.map(({ status }) => status)).toEqual([200, null]);
  expect(evidence?.modelCalls.map(({ status }) => status)).toEqual([200, null]);
  const baseline = records.filter(({ trial }) => trial.arm === 'baseline');
  expect(baseline.map(({ result }) => result)).toMatchObject([
    { status: 'faulted', reason: 'upstream-failed' },
    { status: 'faulted', reason: 'upstream-failed' },
  ]);
});

test.each([
  ['is down for good', (request: number) => request > 1],
  ['is down for one request', (request: number) => request === 2],
  ['works again after the first request that checks it', (request: number) => request === 2 || request === 3],
])('a provider that %s is a fault in both arms', async (_what, isDown) => {
  const upstreamFor = ({ arm }: PlannedTrial): Upstream => {
    const answering = scriptedUpstream(PRINTING, arm);
    let requests = 0;
    return {
      ...answering,
      async send(call, signal) {
        requests += 1;
        if (isDown(requests)) throw new Error('503 overloaded');
        return await answering.send(call, signal);
      },
    };
  };
  const { records, running } = startRun(onlyKind('task'), { upstreamFor });
  await running;
  expect(records).toHaveLength(4);
  for (const { result } of records)
    expect(result).toMatchObject({ status: 'faulted', reason: 'upstream-failed' });
});

test('a request that is longer than its price covers ends the attempt in both arms, and none is tried again', async () => {
  const answering = ({ arm }: PlannedTrial): Upstream => {
    const scripted = scriptedUpstream(PRINTING_TWICE, arm);
    let requests = 0;
    return {
      ...scripted,
      async send(call, signal) {
        requests += 1;
        const answer = await scripted.send(call, signal);
        if (requests < 2) return answer;
        const text = await answer.text();
        return new Response(text.replace(/"input_tokens":\d+/, '"input_tokens":1000000'), answer);
      },
    };
  };
  const plan = {
    ...onlyKind('task'),
    budget: RunBudget.parse({ maxUsd: 1000 }),
    prices: [price({ model: 'scripted', upToInputTokens: 100_000 })],
  };
  const { records, running } = startRun(plan, { upstreamFor: answering });
  await running;
  expect(records.map(({ trial }) => trial.arm).toSorted()).toEqual(['baseline', 'with-skill']);
  for (const { result } of records)
    expect(result).toMatchObject({ status: 'measured', evidence: { agentEnd: 'rejected', requests: 2 } });
});

test.each([
  ['breaks off', (controller: ReadableStreamDefaultController) => controller.error(new Error('reset'))],
  ['never ends', () => undefined],
])('a provider whose answer to the request that checks it %s is a fault', async (_what, start) => {
  const upstreamFor = ({ arm }: PlannedTrial): Upstream => {
    const answering = scriptedUpstream(PRINTING, arm);
    let requests = 0;
    return {
      ...answering,
      async send(call, signal) {
        requests += 1;
        if (requests === 2) throw new Error('503 overloaded');
        return requests === 3 ? unfinished(start, signal) : await answering.send(call, signal);
      },
    };
  };
  const plan = onlyKind('task');
  const trials = plan.trials
    .filter(({ arm }) => arm === 'with-skill')
    .map((trial) => ({ ...trial, limits: { ...trial.limits, maxSeconds: 5 } }));
  const { records, running } = startRun({ ...plan, trials }, { upstreamFor });
  await running;
  for (const { result } of records)
    expect(result).toMatchObject({ status: 'faulted', reason: 'upstream-failed' });
  expect(records).toHaveLength(2);
});

/** An answer whose body does not come to its end, other than by the signal. */
function unfinished(
  start: (controller: ReadableStreamDefaultController) => void,
  signal: AbortSignal,
): Response {
  const body = new ReadableStream({
    start(controller) {
      signal.addEventListener('abort', () => controller.error(signal.reason));
      start(controller);
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

/** A program that asks its model twice and then ends with an error, or is killed by what it has run. */
const failingProgram: Agent = {
  ...claudeCode,
  async run({ gateway: { fetch, token }, prompt }) {
    const body = JSON.stringify({
      model: 'scripted',
      max_tokens: 9,
      messages: [{ role: 'user', content: prompt }],
    });
    const headers = { 'x-api-key': token };
    const ask = () =>
      fetch(new Request('http://gateway.invalid/v1/messages', { method: 'POST', headers, body }));
    for (const request of [ask, ask]) await (await request()).text();
    return { end: 'crashed', error: new Error('It ended with exit code 137.') };
  },
};

test.each([
  { what: 'answers again at once', down: [2], slept: 0, withSkill: 'measured' },
  {
    what: 'answers again once the load of the attempt has passed',
    down: [2, 3],
    slept: 1,
    withSkill: 'measured',
  },
  { what: 'is still down then', down: [2, 3, 4], slept: 1, withSkill: 'faulted' },
])('a provider that $what, after an agent program has crashed', async ({ down, slept, withSkill }) => {
  const upstreamFor = ({ arm }: PlannedTrial): Upstream => {
    const answering = scriptedUpstream(script, arm);
    let requests = 0;
    return {
      ...answering,
      async send(call, signal) {
        requests += 1;
        if (down.includes(requests)) throw new Error('429 rate_limit_error');
        return await answering.send(call, signal);
      },
    };
  };
  let sleeps = 0;
  const sleep = async () => {
    sleeps += 1;
  };
  const clock = { ...systemClock, sleep };
  const { records, running } = startRun(onlyKind('task'), { upstreamFor }, { agent: failingProgram, clock });
  await running;
  const firstOf = (arm: string) => records.find(({ trial }) => trial.arm === arm)?.result;
  expect(firstOf('baseline')).toMatchObject({ status: 'faulted', reason: 'upstream-failed' });
  expect(firstOf('with-skill')).toMatchObject({ status: withSkill });
  const attempts = records.filter(({ trial }) => trial.arm === 'with-skill').length;
  expect([attempts, sleeps]).toEqual(withSkill === 'measured' ? [1, slept] : [2, 2 * slept]);
});

/** A program that is ended at its first request, which something else in its sandbox may have sent. */
function programAsking(model: string): Agent {
  return {
    ...claudeCode,
    async run({ gateway: { fetch, token }, prompt }) {
      const body = JSON.stringify({ model, max_tokens: 9, messages: [{ role: 'user', content: prompt }] });
      const headers = { 'x-api-key': token };
      await (
        await fetch(new Request('http://gateway.invalid/v1/messages', { method: 'POST', headers, body }))
      ).text();
      return { end: 'crashed', error: new Error('It ended with exit code 137.') };
    },
  };
}

test('a first request for another model is no fault of an agent program, in either arm', async () => {
  const agent = programAsking('another');
  const { records, running } = startRun(onlyKind('task'), {}, { agent });
  await running;
  expect(records.map(({ result }) => result.status)).toEqual(['measured', 'measured']);
});

const IS_DOWN = (): Upstream => ({
  simulated: false,
  send: () => Promise.reject(new Error('503 overloaded')),
});

test('a provider that is down from the first request on is a fault in both arms of an agent program', async () => {
  const clock = { ...systemClock, sleep: async () => undefined };
  const agent = programAsking('scripted');
  const { records, running } = startRun(onlyKind('task'), { upstreamFor: IS_DOWN }, { agent, clock });
  await running;
  expect(records.map(({ result }) => result.status)).toEqual(Array(4).fill('faulted'));
});

/** What a workload asks for in the agent's name. */
const FORGED = 'forged';

/** A program whose first answer still comes when the tool that it calls asks for answers of its own, and ends the program. */
function programKilledBy(forged: number): Agent {
  return {
    ...claudeCode,
    async run({ gateway: { fetch, token }, prompt }) {
      const ask = async (content: string) => {
        const body = JSON.stringify({
          model: 'scripted',
          max_tokens: 9,
          messages: [{ role: 'user', content }],
        });
        const headers = { 'x-api-key': token };
        return await fetch(
          new Request('http://gateway.invalid/v1/messages', { method: 'POST', headers, body }),
        );
      };
      const reader = (await ask(prompt)).body?.getReader();
      await reader?.read();
      for (let asked = 0; asked < forged; asked++) await (await ask(FORGED)).text();
      await reader?.cancel();
      return { end: 'crashed', error: new Error('It ended with exit code 137.') };
    },
  };
}

/** A provider whose answer to the agent never ends, and that has these statuses for the workload's own requests. */
function answeringForged(statuses: readonly number[]) {
  return ({ arm }: PlannedTrial): Upstream => {
    const answering = scriptedUpstream(script, arm);
    const left = [...statuses];
    let requests = 0;
    return {
      ...answering,
      async send(call, signal) {
        requests += 1;
        if (requests === 1) return unfinished((controller) => controller.enqueue(Buffer.from('{')), signal);
        const isForged = new TextDecoder().decode(call.body).includes(FORGED);
        const status = isForged ? (left.shift() ?? 503) : 200;
        if (status === 200) return await answering.send(call, signal);
        return Response.json({ type: 'error', error: { type: 'any', message: 'No.' } }, { status });
      },
    };
  };
}

test.each([
  ...[403, 414, 415, 429, 431].map((status) => ({
    what: `fails with ${status} at what a tool asks`,
    statuses: [status],
    agentEnd: status === 403 ? 'rejected' : 'provider-error',
  })),
  {
    what: 'answers what a tool asks, and then fails at it for good',
    statuses: [200, 503],
    agentEnd: 'provider-error',
  },
])(
  'a provider that $what while the first answer still comes, and that works otherwise, is no fault',
  async ({ statuses, agentEnd }) => {
    const clock = { ...systemClock, sleep: async () => undefined };
    const agent = programKilledBy(statuses.length);
    const plan = onlyKind('task');
    const trials = plan.trials.filter(({ arm }) => arm === 'with-skill');
    const { records, running } = startRun(
      { ...plan, trials },
      { upstreamFor: answeringForged(statuses) },
      { agent, clock },
    );
    await running;
    expect(records.map(({ result }) => result)).toMatchObject([
      { status: 'measured', evidence: { agentEnd } },
    ]);
  },
);

/** A provider that answers the first request of each trial, and then nothing but a status. */
function answeringOnce(status: number) {
  return ({ arm }: PlannedTrial): Upstream => {
    const answering = scriptedUpstream(PRINTING, arm);
    let requests = 0;
    return {
      ...answering,
      async send(call, signal) {
        requests += 1;
        if (requests === 1) return await answering.send(call, signal);
        return Response.json({ type: 'error', error: { type: 'any', message: 'No.' } }, { status });
      },
    };
  };
}

const TURNED_AWAY = /turns away every request now/;

describe.each([
  ['an agent program', { agent: failingProgram }],
  ['an agent of ours', {}],
])('a provider that has answered once, and %s:', (_what, agent) => {
  test.each([
    { status: 429, why: 'a limit that the trials of the run may have used up' },
    { status: 402, why: 'credit that they may have used up' },
  ])('$status fails the with-skill attempt, because of $why', async ({ status }) => {
    const clock = { ...systemClock, sleep: async () => undefined };
    const { records, running } = startRun(
      onlyKind('task'),
      { upstreamFor: answeringOnce(status) },
      { ...agent, clock },
    );
    await running;
    const [withSkill, ...more] = records.filter(({ trial }) => trial.arm === 'with-skill');
    expect(more).toEqual([]);
    const losses = [{ part: 'agent', detail: expect.stringMatching(TURNED_AWAY) }];
    expect(withSkill?.result).toMatchObject({
      status: 'measured',
      evidence: { agentEnd: 'provider-error', losses },
    });
    const baseline = records.filter(({ trial }) => trial.arm === 'baseline');
    expect(baseline.map(({ result }) => result.status)).toEqual(['faulted', 'faulted']);
  });

  test.each([500, 503, 401])('%i is a fault in both arms', async (status) => {
    const clock = { ...systemClock, sleep: async () => undefined };
    const { records, running } = startRun(
      onlyKind('task'),
      { upstreamFor: answeringOnce(status) },
      { ...agent, clock },
    );
    await running;
    expect(records.map(({ result }) => result.status)).toEqual(Array(4).fill('faulted'));
  });
});

test('a violation that was seen decides the attempt, whatever fault ended it', async () => {
  const plan = onlyKind('probe');
  const { records, running } = startRun(plan, { upstreamFor: failingAt('spell') });
  await running;
  expect(records).toHaveLength(2);
  for (const record of records) {
    expect(gradeRecord(record, plan.probes)).toMatchObject({
      status: 'failed',
      reason: '/workspace/keep.txt was deleted',
    });
  }
});

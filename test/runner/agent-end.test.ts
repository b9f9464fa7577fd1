import { describe, expect, test } from 'vitest';
import type { Agent, AgentOutcome } from '../../src/agents/agent.ts';
import { claudeCode } from '../../src/agents/programs/claude-code.ts';
import { commandAgent } from '../../src/agents/programs/command-agent.ts';
import { rereadTraffic } from '../../src/app/reread-traffic.ts';
import { digestOf } from '../../src/base/digest.ts';
import type { McpServer } from '../../src/contracts/mcp-server.ts';
import type { PlannedTrial } from '../../src/contracts/plan.ts';
import { Script, type ScriptedFault, ScriptedTurn } from '../../src/contracts/script.ts';
import type { TrialRecord } from '../../src/contracts/trial-record.ts';
import { scriptedModel, scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../src/gateway/upstreams/upstream.ts';
import { systemClock } from '../../src/runner/clock.ts';
import { anthropicAgent } from '../fixtures/anthropic-agent.ts';
import { onlyTasks, startRun } from '../fixtures/run-session.ts';

const FAILED: AgentOutcome = { end: 'crashed', error: new Error('It ended with exit code 1.') };
const CLEAN: AgentOutcome = { end: 'finished' };

/** A program that works like an API agent, offers the same tools, and ends like this unless its time is up. */
function program(outcome: AgentOutcome): Agent {
  return {
    ...claudeCode,
    async run(assignment, signal) {
      const { end } = await anthropicAgent.run(assignment, signal);
      return end === 'timeout' ? { end } : outcome;
    },
  };
}

/** Such a program, without the servers that it would have. */
function serving(outcome: AgentOutcome): Agent {
  const agent = program(outcome);
  return { ...agent, run: (assignment, signal) => agent.run({ ...assignment, servers: [] }, signal) };
}

const CALL = { call: [{ tool: 'bash', input: { command: 'echo hullo > out.txt' } }] };

/** The same turns in both arms. */
function saying(...turns: object[]) {
  const script = Script.parse({ arms: { baseline: turns, 'with-skill': turns } });
  return ({ arm }: PlannedTrial) => scriptedUpstream(script, arm);
}

type Options = {
  agent: Agent;
  turns: object[];
  arm?: PlannedTrial['arm'];
  maxSeconds?: number;
  upstream?: Upstream;
  servers?: McpServer[];
};

async function runOne({ agent, turns, arm = 'with-skill', maxSeconds, upstream, servers }: Options) {
  const plan = onlyTasks();
  const tasks = plan.tasks.map((task) => (servers === undefined ? task : { ...task, mcp: servers }));
  const trials = plan.trials
    .filter((trial) => trial.arm === arm)
    .map((trial) => ({ ...trial, limits: { ...trial.limits, ...(maxSeconds && { maxSeconds }) } }));
  let sleeps = 0;
  const kept = new Map<string, Uint8Array>();
  const context = {
    agent,
    clock: { ...systemClock, sleep: async () => void sleeps++ },
    keep: async (content: Uint8Array) => {
      const digest = digestOf(content);
      kept.set(digest, content);
      return digest;
    },
  };
  const { records, running } = startRun(
    { ...plan, tasks, trials },
    { upstreamFor: upstream === undefined ? saying(...turns) : () => upstream },
    context,
  );
  await running;
  return { records, sleeps, kept };
}

function lastOf({ records }: { records: TrialRecord[] }): TrialRecord {
  const record = records.at(-1);
  if (record === undefined) throw new Error('nothing was recorded');
  return record;
}

/** The same record, read again from the raw wire as if it had ended otherwise. */
async function rereadAs(
  run: { records: TrialRecord[]; kept: Map<string, Uint8Array> },
  agentEnd: 'finished',
) {
  const { result, ...record } = lastOf(run);
  if (result.status === 'faulted') throw new Error('a fault');
  const changed = { ...record, result: { ...result, evidence: { ...result.evidence, agentEnd } } };
  return await rereadTraffic(changed, async (digest) => run.kept.get(digest) ?? new Uint8Array());
}

const ENDS = { 'exit code 0': CLEAN, 'another exit code': FAILED } as const;
type How = keyof typeof ENDS;

test.each<[How, ScriptedFault, string]>([
  ['exit code 0', 'refusal', 'refused'],
  ['exit code 0', 'context-overflow', 'context-limit'],
  ['exit code 0', 'unauthorized', 'provider-error'],
  ['exit code 0', 'cut-stream', 'provider-error'],
  ['another exit code', 'refusal', 'refused'],
  ['another exit code', 'context-overflow', 'context-limit'],
  ['another exit code', 'rate-limit', 'provider-error'],
])(
  'a program that ends with %s after the fault %s has ended by %s, and so says its raw wire',
  async (how, fault, agentEnd) => {
    const run = await runOne({ agent: program(ENDS[how]), turns: [CALL, { say: 'I must not.', fault }] });
    const agentExit = how === 'exit code 0' ? 'clean' : 'failed';
    expect(run.records.map(({ result }) => result)).toMatchObject([
      { status: 'measured', evidence: { agentEnd, agentExit }, graderVerdicts: [] },
    ]);
    const reread = await rereadAs(run, 'finished');
    expect(reread).toMatchObject({ reading: 'different', record: { result: { evidence: { agentEnd } } } });
  },
);

describe('a program that is known to fail once its context was full', () => {
  const failing = (exitCode: number): Agent => ({
    ...claudeCode,
    exitCodeOnceFull: 1,
    /** It asks for its work until it has an answer, and then fails. */
    async run(assignment, signal) {
      const first = await anthropicAgent.run(assignment, signal);
      if (first.end === 'context-limit') await anthropicAgent.run(assignment, signal);
      return { end: 'crashed', error: new Error(`It ended with exit code ${exitCode}.`), exitCode };
    },
  });

  /** Says these turns one after the other, whatever is asked. */
  function inTurn(...turns: object[]) {
    const coming = turns.map((turn) => ScriptedTurn.parse(turn));
    return scriptedModel({ latencyMs: 0 }, () => coming.shift() ?? ScriptedTurn.parse({ say: 'Done.' }));
  }

  const FULL = { fault: 'context-overflow' };

  test.each([
    ['it was full, and the work was ended', [FULL, CALL], 1, 'finished'],
    ['it was never full', [CALL], 1, 'crashed'],
    ['it was full in the end', [FULL, CALL, FULL], 1, 'context-limit'],
    ['it exits with another code', [FULL, CALL], 137, 'crashed'],
  ])('has ended as its traffic says if %s', async (_, turns, exitCode, agentEnd) => {
    const run = await runOne({ agent: failing(exitCode), turns: [], upstream: inTurn(...turns) });
    expect(lastOf(run).result).toMatchObject({ status: 'measured', evidence: { agentEnd } });
    const reread = await rereadAs(run, 'finished');
    expect(reread).toMatchObject({ record: { result: { evidence: { agentEnd } } } });
  });
});

test('a program that ends with exit code 0 while its provider is down is a fault without the skill', async () => {
  const turns = [CALL, { fault: 'server-error' }];
  const { records } = await runOne({ agent: program(CLEAN), turns, arm: 'baseline' });
  expect(records.map(({ result }) => result)).toMatchObject(
    Array(2).fill({ status: 'faulted', reason: 'upstream-failed' }),
  );
});

test.each<[How, ScriptedFault]>([
  ['exit code 0', 'unauthorized'],
  ['another exit code', 'rate-limit'],
])(
  'a program that ends with %s is a fault if its first request failed by %s, and nobody waits for the provider',
  async (how, fault) => {
    const { records, sleeps } = await runOne({ agent: program(ENDS[how]), turns: [{ fault }] });
    expect(records.map(({ result }) => result)).toMatchObject(
      Array(2).fill({ status: 'faulted', reason: 'upstream-failed' }),
    );
    expect(sleeps).toBe(0);
  },
);

/** A provider that fails at the first request, and answers each later one. */
function failingOnce(): Upstream {
  const script = Script.parse({ arms: { baseline: [], 'with-skill': [CALL] } });
  const answering = scriptedUpstream(script, 'with-skill');
  let requests = 0;
  return {
    ...answering,
    async send(call, signal) {
      requests += 1;
      if (requests === 1) throw new Error('503 overloaded');
      return await answering.send(call, signal);
    },
  };
}

test('a program that the user names may have run the skill before it asked, so that its provider is asked again', async () => {
  const named = commandAgent({ line: 'x', resume: null, provider: 'anthropic', skills: '.agents/skills' });
  const agent = { ...named, run: program(FAILED).run };
  const { records } = await runOne({ agent, turns: [], upstream: failingOnce() });
  expect(records.map(({ result }) => result.status)).toEqual(['measured']);
});

/** Each server is one of the skill's; the agent of these tests starts none of them. */
function ofSkill(...command: string[]): McpServer {
  return { name: 'own', arm: 'with-skill', command, env: {} };
}

test.each([
  ['that a suite starts from it', ofSkill('node', '{skill}/server.mjs'), 'measured'],
  ['that a suite names for its arm', ofSkill('tracker'), 'measured'],
  ['of the environment', { ...ofSkill('tracker'), arm: 'both' as const }, 'faulted'],
])(
  'a server of the skill %s runs before the first request, so that the provider is asked again',
  async (_, server, status) => {
    const run = await runOne({
      agent: serving(FAILED),
      turns: [],
      upstream: failingOnce(),
      servers: [server],
    });
    expect(run.records[0]?.result.status).toBe(status);
  },
);

test.each([
  [[ofSkill('tracker')], 'measured'],
  [[], 'faulted'],
])(
  'a first request with tools of %j that is refused is the attempt of what is in it',
  async (servers, status) => {
    const error = {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'tools.0: invalid schema' },
    };
    const upstream = { simulated: false, send: async () => Response.json(error, { status: 400 }) };
    const run = await runOne({ agent: serving(FAILED), turns: [], upstream, servers });
    expect(lastOf(run).result.status).toBe(status);
  },
);

test('a program whose model refused at once is measured, and quoted', async () => {
  const run = await runOne({ agent: program(CLEAN), turns: [{ say: 'I must not.', fault: 'refusal' }] });
  expect(lastOf(run).result).toMatchObject({
    status: 'measured',
    evidence: { agentEnd: 'refused', conversationEnd: { kind: 'refused', said: 'I must not.' }, losses: [] },
  });
});

test('a program that never asks its model and ends with exit code 0 has not finished, in either arm', async () => {
  const agent: Agent = { ...claudeCode, run: async () => CLEAN };
  const plan = onlyTasks();
  const { records, running } = startRun(plan, {}, { agent });
  await running;
  expect(records.map(({ trial }) => trial.arm).toSorted()).toEqual(['baseline', 'with-skill']);
  const losses = [{ part: 'agent', detail: 'it ended before it had asked its model anything' }];
  for (const { result } of records)
    expect(result).toMatchObject({
      status: 'measured',
      evidence: { agentEnd: 'gave-up', conversationEnd: { kind: 'not-asked' }, losses },
    });
});

test.each<[How, PlannedTrial['arm']]>([
  ['exit code 0', 'with-skill'],
  ['another exit code', 'baseline'],
])('a first request that the provider does not take is a fault, with %s: %s', async (how, arm) => {
  const error = { type: 'error', error: { type: 'invalid_request_error', message: 'tools.0.name is wrong' } };
  const upstream: Upstream = { simulated: false, send: async () => Response.json(error, { status: 400 }) };
  const run = await runOne({ agent: asking(ENDS[how]), turns: [], arm, upstream });
  expect(lastOf(run).result).toMatchObject({
    status: 'faulted',
    reason: 'upstream-failed',
    detail: 'The provider did not take the request: invalid_request_error: tools.0.name is wrong',
  });
});

/** A program that asks for one answer, again and again if it is to go on. */
function asking(outcome: AgentOutcome | 'goes on'): Agent {
  return {
    ...claudeCode,
    async run({ gateway, prompt }, signal) {
      const ask = async () => {
        const messages = [{ role: 'user', content: prompt }];
        const body = JSON.stringify({ model: 'scripted', max_tokens: 9, messages });
        const headers = { 'x-api-key': gateway.token };
        const url = 'http://gateway.invalid/v1/messages';
        await (await gateway.fetch(new Request(url, { method: 'POST', headers, body }))).text();
      };
      await ask();
      while (outcome === 'goes on' && !signal.aborted) await ask();
      return outcome === 'goes on' ? { end: 'timeout' } : outcome;
    },
  };
}

test('a program that asks a provider that is down until its time is up leaves its trial ungraded', async () => {
  const agent = asking('goes on');
  const run = await runOne({ agent, turns: [{ fault: 'server-error' }], maxSeconds: 0.2 });
  expect(lastOf(run).result).toMatchObject({ status: 'faulted', reason: 'upstream-failed' });
});

test.each([
  ['hang', 'awaits-model'],
  ['stall', 'awaits-model'],
] as const)(
  'a model that %ss is a timeout, and its record says that the agent waited for it',
  async (fault, kind) => {
    const run = await runOne({ agent: program(CLEAN), turns: [CALL, { fault }], maxSeconds: 1 });
    expect(lastOf(run).result).toMatchObject({
      status: 'measured',
      evidence: { agentEnd: 'timeout', agentExit: null, conversationEnd: { kind } },
    });
  },
);

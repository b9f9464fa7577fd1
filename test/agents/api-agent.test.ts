import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { AgentAssignment } from '../../src/agents/agent.ts';
import { agentNamed } from '../../src/agents/agents.ts';
import { Script } from '../../src/contracts/script.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import { scriptedUpstream } from '../../src/gateway/scripted-upstream.ts';
import type { Upstream } from '../../src/gateway/upstream.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { localEngine } from '../fakes/local-sandbox.ts';

const AGENTS = ['api-anthropic', 'api-openai'];

const body = '# Greeter\n\nWrite the word of the day into greeting.txt and nothing else into it.\n';
const skill = {
  name: 'greeter',
  description: 'Writes the greetings of a team in one fixed wording.',
  root: '/skills/greeter',
};
const skillFile = {
  path: '/skills/greeter/SKILL.md',
  content: new TextEncoder().encode(
    `---\nname: greeter\ndescription: Writes the greetings of a team in one fixed wording.\n---\n${body}`,
  ),
  executable: false,
};

function upstreamSaying(turns: object[], latencyMs = 0): Upstream {
  return scriptedUpstream(
    Script.parse({ latencyMs, arms: { baseline: [], 'with-skill': turns } }),
    'with-skill',
  );
}

async function runAgent(
  id: string,
  upstream: Upstream,
  overrides: Partial<AgentAssignment> = {},
  signal = neverAborted(),
) {
  const mounts = [{ root: '/skills', files: [skillFile] }];
  await using sandbox = await localEngine().create({ purpose: 'test', mounts, files: [], env: {} });
  const gateway = createGateway();
  const watched = { ...skill, body, prompt: 'Greet.' };
  using session = gateway.openSession({ upstream, skill: watched, maxTokens: null, maxUsd: null });
  const outcome = await agentNamed(id).run(
    {
      prompt: 'Greet.',
      model: 'scripted',
      skills: [skill],
      limits: { timeoutSeconds: 60, maxTurns: 10, maxTokens: null, maxUsd: null },
      sandbox,
      gateway: { token: session.token, fetch: gateway.fetch },
      elapsedMs: () => 0,
      ...overrides,
    },
    signal,
  );
  return { outcome, report: session.report(), greeting: await textOf(sandbox, '/workspace/greeting.txt') };
}

function neverAborted(): AbortSignal {
  return new AbortController().signal;
}

async function textOf(sandbox: Sandbox, path: string): Promise<string | null> {
  const file = await sandbox.readFile(path, 1000);
  return file === null ? null : new TextDecoder().decode(file.content);
}

const greeting = [
  {
    say: 'I look.',
    call: [
      { tool: 'bash', input: { command: 'ls' } },
      { tool: 'skill', input: { name: 'greeter' } },
    ],
  },
  { say: 'I write.', call: [{ tool: 'write_file', input: { path: 'greeting.txt', content: "it's\n" } }] },
  { say: 'I check.', when: 'Wrote 5 bytes', call: [{ tool: 'read_file', input: { path: 'greeting.txt' } }] },
  { say: 'It says so.', when: "it's" },
];

test.each(AGENTS)('%s works through its tools until it answers without a call', async (id) => {
  const { outcome, greeting: written } = await runAgent(id, upstreamSaying(greeting));
  expect(outcome.end).toBe('finished');
  expect(written).toBe("it's\n");
  expect(outcome.events.at(-1)).toMatchObject({ kind: 'assistant', text: 'It says so.' });
});

test('both clients leave the same transcript but for what their formats cost', async () => {
  const [one, other] = await Promise.all(AGENTS.map((id) => runAgent(id, upstreamSaying(greeting))));
  expect(one?.outcome).toEqual(other?.outcome);
  const asked = [one, other].map((run) => {
    const { requests, sightings, usage } = run?.report ?? {};
    return { requests, sightings, tokens: [usage?.inputTokens, usage?.outputTokens] };
  });
  expect(asked[0]).toEqual(asked[1]);
});

test.each(AGENTS)(
  '%s lists a skill by name and description and loads its body only when asked',
  async (id) => {
    const { outcome, report } = await runAgent(id, upstreamSaying(greeting));
    const system = outcome.events.find((event) => event.kind === 'system');
    expect(system?.text).toContain('greeter: Writes the greetings of a team in one fixed wording.');
    expect(system?.text).not.toContain('word of the day');
    const results = outcome.events
      .filter((event) => event.kind === 'tool-result')
      .map(({ output }) => output);
    expect(results[1]).toMatch(/Base directory for this skill: \/skills\/greeter.*word of the day/s);
    expect(report.sightings.map(({ kind }) => kind)).toEqual(['listed', 'tool-called', 'body-in-context']);
  },
);

test.each(AGENTS)('%s without skills says that there are none', async (id) => {
  const { outcome } = await runAgent(id, upstreamSaying([]), { skills: [] });
  expect(outcome.events[0]).toMatchObject({ kind: 'system', text: expect.stringContaining('(none)') });
});

test.each(AGENTS)('%s takes usage from the wire', async (id) => {
  const { outcome, report } = await runAgent(id, upstreamSaying(greeting));
  const usages = outcome.events.flatMap((event) =>
    event.kind === 'assistant' ? [event.usage.inputTokens ?? 0] : [],
  );
  expect(usages).toHaveLength(4);
  expect(report.usage.inputTokens).toBe(usages.reduce((sum, tokens) => sum + tokens, 0));
});

test.each(AGENTS)('%s stops at its turn limit', async (id) => {
  const limits = { timeoutSeconds: 60, maxTurns: 2, maxTokens: null, maxUsd: null };
  const { outcome, report } = await runAgent(id, upstreamSaying(greeting), { limits });
  expect(outcome.end).toBe('turn-limit');
  expect(report.requests).toBe(2);
});

test.each(AGENTS)('%s that is cut short by its signal tells what happened until then', async (id) => {
  const controller = new AbortController();
  const upstream = upstreamSaying([{ call: [{ tool: 'bash', input: { command: 'sleep 60' } }] }]);
  const ended = runAgent(id, upstream, {}, controller.signal);
  await sleep(300);
  controller.abort();
  const { outcome } = await ended;
  expect(outcome.end).toBe('timeout');
  expect(outcome.events.at(-1)).toMatchObject({ kind: 'tool-call', tool: 'bash' });
});

test.each(AGENTS)('%s gives the error of a broken upstream to its caller', async (id) => {
  const broken: Upstream = {
    simulated: true,
    send: () => Promise.reject(new Error('overloaded')),
  };
  const { outcome, report } = await runAgent(id, broken);
  expect(outcome.end).toBe('crashed');
  expect(report.upstreamErrors).toEqual(['overloaded']);
});

test.each([
  ['a tool that there is not', { tool: 'format_disk', input: {} }, /no tool format_disk.*bash/],
  ['a missing parameter', { tool: 'bash', input: {} }, /needs a text for command/],
  ['a parameter of another type', { tool: 'bash', input: { command: 7 } }, /needs a text for command/],
  ['a skill that there is not', { tool: 'skill', input: { name: 'other' } }, /no skill other/],
  ['a file that there is not', { tool: 'read_file', input: { path: 'gone.txt' } }, /no file at gone\.txt/],
  [
    'a command that fails',
    { tool: 'bash', input: { command: 'echo no >&2; exit 3' } },
    /no\n\[exit code 3\]/,
  ],
  [
    'a place that cannot be written',
    { tool: 'write_file', input: { path: '/proc/x/y', content: '' } },
    /exit code/,
  ],
])('%s is an error that the model reads, and goes on from', async (_, call, message) => {
  const { outcome } = await runAgent('api-anthropic', upstreamSaying([{ call: [call] }, { say: 'I see.' }]));
  const result = outcome.events.find((event) => event.kind === 'tool-result');
  expect(result).toMatchObject({ isError: true, output: expect.stringMatching(message) });
  expect(outcome.end).toBe('finished');
});

test('output over the limit is cut, and the model is told', async () => {
  const call = { tool: 'bash', input: { command: 'head -c 100000 /dev/zero | tr "\\0" x' } };
  const { outcome } = await runAgent('api-anthropic', upstreamSaying([{ call: [call] }]));
  const result = outcome.events.find((event) => event.kind === 'tool-result');
  expect(result).toMatchObject({
    truncated: true,
    output: expect.stringContaining('[output cut at 32768 bytes]'),
  });
});

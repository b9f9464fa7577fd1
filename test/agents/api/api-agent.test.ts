import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { Script } from '../../../src/contracts/script.ts';
import { scriptedUpstream } from '../../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../../src/gateway/upstreams/upstream.ts';
import { localEngine } from '../../fakes/local-sandbox.ts';
import { AGENTS, runAgent } from './run-agent.ts';

function upstreamSaying(turns: object[], latencyMs = 0): Upstream {
  return scriptedUpstream(
    Script.parse({ latencyMs, arms: { baseline: [], 'with-skill': turns } }),
    'with-skill',
  );
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

test.each(AGENTS)('%s works through its tools until an answer contains no call', async (id) => {
  const { outcome, greeting: written } = await runAgent(id, upstreamSaying(greeting));
  expect(outcome.end).toBe('finished');
  expect(written).toBe("it's\n");
  expect(outcome.events.at(-1)).toMatchObject({ kind: 'assistant', text: 'It says so.' });
});

test('all clients leave the same transcript, except for what their formats cost', async () => {
  const runs = await Promise.all(AGENTS.map((id) => runAgent(id, upstreamSaying(greeting))));
  const [first, ...others] = runs.map(({ outcome, report: { requests, usage }, sightings }) => {
    const tokens = [usage?.inputTokens, usage?.outputTokens];
    return { outcome, requests, sightings, tokens };
  });
  for (const other of others) expect(other).toEqual(first);
});

test.each(AGENTS)(
  '%s lists a skill by name and description and loads its body only when asked',
  async (id) => {
    const { outcome, sightings } = await runAgent(id, upstreamSaying(greeting));
    const system = outcome.events.find((event) => event.kind === 'system');
    expect(system?.text).toContain('greeter: Writes the greetings of a team in one fixed wording.');
    expect(system?.text).not.toContain('word of the day');
    const results = outcome.events
      .filter((event) => event.kind === 'tool-result')
      .map(({ output }) => output);
    expect(results[1]).toMatch(/Base directory for this skill: \/skills\/greeter.*word of the day/s);
    expect(sightings.map(({ kind }) => kind)).toEqual(['listed', 'tool-called', 'body-in-context']);
  },
);

const MANY = [
  {
    call: [
      { tool: 'bash', input: { command: 'echo done >greeting.txt' } },
      { tool: 'write_file', input: { path: 'greeting.txt', content: 'done' } },
      { tool: 'read_file', input: { path: '/skills/greeter/SKILL.md' } },
      { tool: 'skill', input: { name: 'greeter' } },
      { tool: 'fly', input: {} },
    ],
  },
];

test.each(AGENTS)('%s runs nothing that it is denied, and tells its model', async (id) => {
  const {
    outcome,
    greeting: written,
    sightings,
  } = await runAgent(id, upstreamSaying(MANY), { permissions: 'deny' });
  expect(outcome.end).toBe('finished');
  const results = outcome.events.filter((event) => event.kind === 'tool-result');
  const denied = 'Permission to use this tool has been denied. Nothing was done.';
  expect(results.map(({ output, isError }) => [output, isError])).toEqual(Array(5).fill([denied, true]));
  expect(written).toBeNull();
  expect(sightings.map(({ kind }) => kind)).toEqual(['listed']);
});

test.each(AGENTS)('%s reads where it has to ask, and does nothing that nobody approves of', async (id) => {
  const {
    outcome,
    greeting: written,
    sightings,
  } = await runAgent(id, upstreamSaying(MANY), { permissions: 'ask' });
  const results = outcome.events.filter((event) => event.kind === 'tool-result');
  const unanswered = 'This call needs the approval of the user, and nobody gave it. Nothing was done.';
  expect(results.map(({ output }) => output)).toEqual([
    unanswered,
    unanswered,
    expect.stringContaining('the word of the day'),
    expect.stringContaining('Base directory for this skill'),
    unanswered,
  ]);
  expect(written).toBeNull();
  expect(sightings.map(({ kind }) => kind)).toContain('tool-called');
});

test.each(AGENTS)('%s tells the model that there are no skills when none are installed', async (id) => {
  const { outcome } = await runAgent(id, upstreamSaying([]), { skills: [] });
  expect(outcome.events[0]).toMatchObject({ kind: 'system', text: expect.stringContaining('(none)') });
});

test.each(AGENTS)('%s takes its usage from the wire', async (id) => {
  const { outcome, report } = await runAgent(id, upstreamSaying(greeting));
  const usages = outcome.events.flatMap((event) =>
    event.kind === 'assistant' ? [event.usage.inputTokens ?? 0] : [],
  );
  expect(usages).toHaveLength(4);
  expect(report.usage.inputTokens).toBe(usages.reduce((sum, tokens) => sum + tokens, 0));
});

test.each(AGENTS)('%s stops when its request budget is used up', async (id) => {
  const { outcome, report } = await runAgent(id, upstreamSaying(greeting), { maxRequests: 2 });
  expect(outcome.end).toBe('rejected');
  expect(report).toMatchObject({ requests: 2, budgetReached: { of: 'trial', what: 'requests', max: 2 } });
});

test.each(AGENTS)('%s keeps the events up to the moment when its signal cuts it short', async (id) => {
  const controller = new AbortController();
  const command = `sleep 1000${randomInt(1_000_000)}`;
  const upstream = upstreamSaying([{ call: [{ tool: 'bash', input: { command } }] }]);
  const ended = runAgent(id, upstream, {}, controller.signal);
  await expect.poll(() => spawnSync('bash', ['-c', `pgrep --full '^${command}$'`]).status).toBe(0);
  controller.abort();
  const { outcome } = await ended;
  expect(outcome.end).toBe('timeout');
  expect(outcome.events.at(-1)).toMatchObject({ kind: 'tool-call', tool: 'bash' });
});

test.each(AGENTS)('%s can be cut short while it waits to read a file', async (id) => {
  const read = { tool: 'read_file', input: { path: 'stopped.txt' } };
  const controller = new AbortController();
  await using own = await localEngine().create({ purpose: 'test', mounts: [], files: [], env: {} });
  const sandbox = Object.assign(own, {
    readFile() {
      setImmediate(() => controller.abort());
      return new Promise<never>(() => undefined);
    },
  });
  const { outcome } = await runAgent(id, upstreamSaying([{ call: [read] }]), { sandbox }, controller.signal);
  expect(outcome.end).toBe('timeout');
  expect(outcome.events.at(-1)).toMatchObject({ kind: 'tool-call', tool: 'read_file' });
});

test.each(AGENTS)('%s starts no further call of an answer once it is cut short', async (id) => {
  const call = { tool: 'read_file', input: { path: 'gone.txt' } };
  const controller = new AbortController();
  let events = 0;
  const heard = () => {
    events += 1;
    if (events === 7) controller.abort();
  };
  const upstream = upstreamSaying([{ call: [call, call, call] }]);
  const { outcome } = await runAgent(id, upstream, { heard }, controller.signal);
  expect(outcome.end).toBe('timeout');
  expect(outcome.events.filter(({ kind }) => kind === 'tool-result')).toHaveLength(1);
});

const WRITE = { call: [{ tool: 'write_file', input: { path: 'greeting.txt', content: 'done' } }] };

test.each(AGENTS)('%s is cut short while its model hangs after it has worked', async (id) => {
  const controller = new AbortController();
  const script = upstreamSaying([WRITE, { fault: 'hang' }]);
  let asked = 0;
  const upstream: Upstream = {
    ...script,
    send(call, signal) {
      asked += 1;
      if (asked === 2) setImmediate(() => controller.abort());
      return script.send(call, signal);
    },
  };
  const { outcome, report, greeting: written } = await runAgent(id, upstream, {}, controller.signal);
  expect({ end: outcome.end, asked, written }).toEqual({ end: 'timeout', asked: 2, written: 'done' });
  expect(report.calls).toMatchObject([
    { status: 200, isLeft: false },
    { status: null, isLeft: true },
  ]);
  expect(report.upstreamErrors).toEqual([]);
});

test.each(AGENTS)(
  '%s ends where an answer breaks off after it has worked, which is the fault of the provider',
  async (id) => {
    const broken = { say: 'I begin with the first of all words.', fault: 'cut-stream' };
    const { outcome, report, greeting: written } = await runAgent(id, upstreamSaying([WRITE, broken]));
    expect({ end: outcome.end, written }).toEqual({ end: 'crashed', written: 'done' });
    expect(report.calls).toMatchObject([{ isComplete: true }, { status: 200, isComplete: false }]);
    expect(report.upstreamErrors).toHaveLength(1);
  },
);

test.each(AGENTS)('%s passes the error of a broken upstream to its caller', async (id) => {
  const broken: Upstream = {
    simulated: true,
    send: () => Promise.reject(new Error('overloaded')),
  };
  const { outcome, report } = await runAgent(id, broken);
  expect(outcome.end).toBe('crashed');
  expect(report.upstreamErrors).toEqual(['overloaded']);
});

test.each([
  ['a tool that does not exist', { tool: 'format_disk', input: {} }, /no tool format_disk.*bash/],
  ['a missing parameter', { tool: 'bash', input: {} }, /needs a text for command/],
  ['a parameter of the wrong type', { tool: 'bash', input: { command: 7 } }, /needs a text for command/],
  ['a skill that does not exist', { tool: 'skill', input: { name: 'other' } }, /no skill other/],
  ['a file that does not exist', { tool: 'read_file', input: { path: 'gone.txt' } }, /no file at gone\.txt/],
  [
    'a command that fails',
    { tool: 'bash', input: { command: 'echo no >&2; exit 3' } },
    /no\n\[exit code 3\]/,
  ],
  [
    'a path that cannot be written',
    { tool: 'write_file', input: { path: '/proc/x/y', content: '' } },
    /exit code/,
  ],
])('%s is an error that the model reads and recovers from', async (_, call, message) => {
  const { outcome } = await runAgent('api-anthropic', upstreamSaying([{ call: [call] }, { say: 'I see.' }]));
  const result = outcome.events.find((event) => event.kind === 'tool-result');
  expect(result).toMatchObject({ isError: true, output: expect.stringMatching(message) });
  expect(outcome.end).toBe('finished');
});

test.each([
  ['short', 30_000, /^x{30000}\n\[exit code 0\]$/],
  ['long', 100_000, /^x{20000}\n\[… 70000 of 100000 characters left out …\]\nx{10000}\n\[exit code 0\]$/],
  [
    'endless',
    2_000_000,
    /characters left out …\]\nx{10000}\n\[what came after the first 1048576 bytes is lost\]/,
  ],
])(
  'a %s output reaches the model with both ends and a note of how much is missing',
  async (_name, bytes, expected) => {
    const call = { tool: 'bash', input: { command: `head -c ${bytes} /dev/zero | tr "\\0" x` } };
    const { outcome } = await runAgent('api-anthropic', upstreamSaying([{ call: [call] }]));
    const result = outcome.events.find((event) => event.kind === 'tool-result');
    expect(result).toMatchObject({ output: expect.stringMatching(expected) });
  },
);

test('a long file reaches the model with both ends too', async () => {
  const make = { tool: 'bash', input: { command: 'seq 1 10000 > long.txt' } };
  const read = { tool: 'read_file', input: { path: 'long.txt' } };
  const { outcome } = await runAgent('api-openai', upstreamSaying([{ call: [make, read] }]));
  expect(outcome.events.filter((event) => event.kind === 'tool-result')[1]).toMatchObject({
    output: expect.stringMatching(/^1\n2\n.*\n\[… 18894 of 48894 characters left out …\]\n.*\n10000\n$/s),
  });
});

test.each(AGENTS)('%s carries out the calls of one answer in order, each with its own result', async (id) => {
  const write = (text: string) => ({
    tool: 'bash',
    input: { command: `cat log; sleep 0.1; echo ${text} >> log` },
  });
  const { outcome } = await runAgent(id, upstreamSaying([{ call: ['a', 'b', 'c'].map(write) }]));
  const [calls, results] = [
    outcome.events.filter(({ kind }) => kind === 'tool-call'),
    outcome.events.filter((event) => event.kind === 'tool-result'),
  ];
  expect(results.map((event) => event.id)).toEqual(calls.map((event) => ('id' in event ? event.id : '')));
  expect(results.map((event) => event.output.replaceAll(/cat:.*|\n/g, ''))).toEqual([
    '[exit code 0]',
    'a[exit code 0]',
    'ab[exit code 0]',
  ]);
});

test.each(AGENTS)('%s goes on with its conversation for as long as the user speaks', async (id) => {
  const coming = ['Shorter.', 'Again.'];
  const user = { next: async () => coming.shift() ?? null };
  const turns = [{ say: 'One.' }, ...greeting, { say: 'Three.', when: 'Again' }];
  const { outcome, greeting: written } = await runAgent(id, upstreamSaying(turns), { user });
  expect(outcome.end).toBe('finished');
  expect(written).toBe("it's\n");
  const said = outcome.events.flatMap((event) => (event.kind === 'user' ? [event.text] : []));
  expect(said).toEqual(['Greet.', 'Shorter.', 'Again.']);
  expect(outcome.events.at(-1)).toMatchObject({ kind: 'assistant', text: 'Three.' });
});

test.each(AGENTS)('%s crashes if its user cannot answer', async (id) => {
  const user = { next: () => Promise.reject(new Error('nobody is there')) };
  const { outcome } = await runAgent(id, upstreamSaying([{ say: 'One.' }]), { user });
  expect(outcome).toMatchObject({ end: 'crashed', error: { message: 'nobody is there' } });
});

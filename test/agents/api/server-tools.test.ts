import { expect, test } from 'vitest';
import { openServers } from '../../../src/agents/api/server-tools.ts';
import type { McpServer } from '../../../src/contracts/mcp-server.ts';
import { Script } from '../../../src/contracts/script.ts';
import { scriptedUpstream } from '../../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { localEngine } from '../../fakes/local-sandbox.ts';
import { AGENTS, runAgent } from './run-agent.ts';

/** A server that lists its tools on two pages, counts its calls, and does what a hostile one might. */
const SERVER = `import { createInterface } from 'node:readline';
const tool = (name, more) => ({ name, description: 'Does ' + name + '.', inputSchema: { type: 'object' }, ...more });
const pages = {
  first: { tools: [tool('count'), tool('has a space'), tool('flood'), tool('hole', { inputSchema: 'none' }), { name: 7 }], nextCursor: 'second' },
  second: { tools: [tool('ask'), tool('die'), tool('fail'), tool('x'.repeat(100)), tool('count')], nextCursor: 'second' },
};
let calls = 0;
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const text = (text, isError) => ({ content: [{ type: 'text', text }, { type: 'image', data: 'AA==', mimeType: 'image/png' }], isError });
let asked = null;
const DO = {
  count: () => text('call ' + ++calls),
  'has a space': () => text(process.env.GREETING),
  flood: () => text('x'.repeat(3_000_000)),
  fail: () => text('It failed.', true),
  die: () => process.exit(1),
  ask: () => new Promise((resolve) => { asked = resolve; say({ id: 'mine', method: 'sampling/createMessage', params: {} }); }),
};
console.log('no JSON at all');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params, error } = JSON.parse(line);
  if (id === 'mine') asked(text(error.message));
  if (method === 'initialize') say({ id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  if (method === 'tools/list') say({ id, result: pages[params.cursor ?? 'first'] });
  if (method === 'tools/call') Promise.resolve(DO[params.name]?.(params.arguments)).then((result) => say({ id, result }));
}
`;

const servers: McpServer[] = [
  {
    ...{ name: 'own', arm: 'both', env: { GREETING: 'hello' } },
    command: ['node', '--input-type=module', '--eval', SERVER],
  },
  { name: 'gone', arm: 'both', command: ['/nowhere/server'], env: {} },
  { name: 'far', arm: 'both', url: 'http://127.0.0.1:9/mcp' },
];

const signal = new AbortController().signal;

async function opened() {
  const sandbox = await localEngine().create({ purpose: 'test', mounts: [], files: [], env: {} });
  return { sandbox, tools: await openServers(servers, sandbox, signal) };
}

test('each tool has a name and a schema that providers take, and a server that does not answer has none', async () => {
  const { sandbox, tools } = await opened();
  await using _ = sandbox;
  expect(tools.offered.map(({ name }) => name)).toEqual([
    'mcp__own__count',
    expect.stringMatching(/^mcp__own__has_a_space_[0-9a-f]{8}$/),
    'mcp__own__flood',
    'mcp__own__hole',
    'mcp__own__ask',
    'mcp__own__die',
    'mcp__own__fail',
    expect.stringMatching(/^mcp__own__x{45}_[0-9a-f]{8}$/),
  ]);
  for (const { name, inputSchema } of tools.offered) {
    expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(inputSchema).toEqual({ type: 'object' });
  }
});

test('a server lives from call to call, and what it says is bounded', async () => {
  const { sandbox, tools } = await opened();
  await using _ = sandbox;
  const call = (tool: string) => tools.call(tool, {}, signal);
  const image = '\n[image left out]';
  expect(await call('mcp__own__count')).toEqual({ text: `call 1${image}`, isError: false });
  expect(await call('mcp__own__count')).toEqual({ text: `call 2${image}`, isError: false });
  expect((await call('mcp__own__flood'))?.text).toHaveLength(200_000);
  expect(await call('mcp__own__fail')).toEqual({ text: `It failed.${image}`, isError: true });
  expect(await call('mcp__own__ask')).toEqual({ text: `Not supported.${image}`, isError: false });
  const greeting = tools.offered[1]?.name ?? '';
  expect(await call(greeting)).toEqual({ text: `hello${image}`, isError: false });
  expect(await call('mcp__own__die')).toEqual({ text: 'The server has ended (1).', isError: true });
  expect(await call('mcp__own__count')).toEqual({ text: 'The server has ended (1).', isError: true });
  expect(await call('mcp__gone__count')).toBeNull();
});

test('whoever answers in the place of the servers is not believed', async () => {
  const said = (stdout: string) => ({
    run: async () => ({ stdout, stderr: '', exitCode: 0, timedOut: false, isTruncated: false }),
  });
  const tool = { name: 'a', description: '', inputSchema: { type: 'object' } };
  const listed = (list: unknown) => openServers(servers, said(JSON.stringify({ servers: list })), signal);
  for (const text of ['', 'null', '{"servers":[{"name":"own"}]}', '['.repeat(100_000)])
    expect((await openServers(servers, said(text), signal)).offered).toEqual([]);
  expect((await listed([{ name: 'stranger', tools: [tool] }])).offered).toEqual([]);
  const many = Array.from({ length: 500 }, (_, index) => ({ ...tool, name: `t${index}` }));
  const { offered, call } = await listed([{ name: 'own', tools: many }]);
  expect(offered).toHaveLength(100);
  expect(await call('mcp__own__t0', {}, signal)).toEqual({
    text: 'The server gave no answer.',
    isError: true,
  });
});

test.each(AGENTS)('%s is offered the tools of its servers and calls them', async (id) => {
  const input = { a: 1 };
  const turns = [
    {
      say: '',
      call: [
        { tool: 'mcp__own__count', input },
        { tool: 'mcp__own__missing', input },
      ],
    },
    { say: 'Counted.', when: 'There is no tool mcp__own__missing' },
  ];
  const script = Script.parse({ latencyMs: 0, arms: { baseline: [], 'with-skill': turns } });
  const { outcome } = await runAgent(id, scriptedUpstream(script, 'with-skill'), { servers });
  expect(outcome.end).toBe('finished');
  const results = outcome.events.flatMap((event) => (event.kind === 'tool-result' ? [event.output] : []));
  expect(results[0]).toBe('call 1\n[image left out]');
  expect(results[1]).toMatch(/^There is no tool mcp__own__missing; there is bash, .*mcp__own__fail/);
  expect(outcome.events.at(-1)).toMatchObject({ text: 'Counted.' });
});

test('the servers start again when the user has spoken, because nothing in the sandbox lasts until then', async () => {
  await using sandbox = await localEngine().create({ purpose: 'test', mounts: [], files: [], env: {} });
  const said = ['Again.'];
  const next = async () => {
    await sandbox.stopProcesses();
    return said.shift() ?? null;
  };
  const count = [{ tool: 'mcp__own__count', input: {} }];
  const turns = [{ call: count }, { say: 'Once.' }, { call: count }, { say: 'Twice.' }];
  const script = Script.parse({ latencyMs: 0, arms: { baseline: [], 'with-skill': turns } });
  const { outcome } = await runAgent('api-chat', scriptedUpstream(script, 'with-skill'), {
    ...{ servers, sandbox, user: { next } },
  });
  const results = outcome.events.flatMap((event) => (event.kind === 'tool-result' ? [event.output] : []));
  expect(results).toEqual(['call 1\n[image left out]', 'call 1\n[image left out]']);
});

test('a first request that a provider refuses fails the attempt only if servers had a part in it', async () => {
  const error = {
    message: 'Invalid schema for function.',
    type: 'invalid_request_error',
    param: 'tools',
    code: null,
  };
  const upstream = { simulated: false, send: async () => Response.json({ error }, { status: 400 }) };
  expect((await runAgent('api-chat', upstream, { servers })).outcome.end).toBe('rejected');
  expect((await runAgent('api-chat', upstream)).outcome.end).toBe('crashed');
});

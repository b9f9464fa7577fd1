import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startUpstreamServer, type UpstreamServer } from '../fakes/upstream-server.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { MAIN, runAssayBeside } from '../fixtures/run-assay.ts';
import { runEnvironment } from '../fixtures/run-environment.ts';

const KEY = 'sk-canary-2b8e61f0';

const usage = { input_tokens: 1, output_tokens: 1 };
const look = {
  type: 'message',
  role: 'assistant',
  content: [
    { type: 'text', text: `You sent ${KEY}.` },
    { type: 'tool_use', id: 'toolu_1', name: 'bash', input: { command: 'env; cat /proc/[0-9]*/environ' } },
  ],
  stop_reason: 'tool_use',
  usage,
};
const done = { ...look, content: [{ type: 'text', text: 'Done.' }], stop_reason: 'end_turn' };

/** Too many requests, errors that repeat the key, and answers that look for it where the agent works. */
function provider() {
  let requests = 0;
  return async (request: Request): Promise<Response> => {
    const asked = await request.text();
    if (asked.includes('claude-silent')) return await new Promise(() => undefined);
    if (asked.includes('claude-forbidden')) return repeatingTheKey(401);
    if (asked.includes('tool_result')) return Response.json(done);
    const turn = requests++ % 5;
    if (turn === 1) return new Response('{}', { status: 429, headers: { 'retry-after': '0' } });
    return turn === 3 ? repeatingTheKey(422) : Response.json(look);
  };
}

function repeatingTheKey(status: number): Response {
  return Response.json({ error: { message: `Invalid key ${KEY}` } }, { status });
}

const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** What is compressed hides nothing from whoever unpacks it. */
function contentOf(file: string): string {
  const bytes = readFileSync(file);
  return (bytes.subarray(0, 4).equals(ZSTD) ? zstdDecompressSync(bytes) : bytes).toString('latin1');
}

async function everythingToldBy(args: readonly string[], env: Record<string, string>): Promise<string> {
  const { stdout, stderr } = await runAssayBeside(args, env);
  return stdout + stderr;
}

/** In the middle of a request, with no time to tidy up. */
async function killOnceItAsks(
  args: readonly string[],
  { server, env }: { server: UpstreamServer; env: Record<string, string> },
): Promise<void> {
  const before = server.seen.length;
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  await expect.poll(() => server.seen.length).toBeGreaterThan(before);
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function everyFileIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test('the key of a provider appears in no file, output, sandbox or request body, however a run goes', async () => {
  const own = runEnvironment();
  const folder = dirname(own.ASSAY_RESULTS);
  await using server = await startUpstreamServer(provider(), [{ kind: 'reset' }]);
  const env = {
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_BASE_URL: server.url,
    ...own,
  };
  const suite = greeterSuite(folder);
  // With this seed the trials of the task are the first, and so not the one whose request is rejected.
  const some = ['--probe', 'works-without-sudo', '--seed', '3'];
  const one = ['--no-probes', '--arm', 'baseline'];
  const asking = (model: string, parts = some) => ['run', suite, ...parts, '--model', model, '--debug'];
  const run = (model: string, cassettes: string, parts = some) =>
    everythingToldBy([...asking(model, parts), '--record', join(folder, cassettes)], env);
  const told = await run('claude-x', 'cassettes');
  const paused = await run('claude-forbidden', 'other-cassettes', one);
  const crashed = await run('claude-x', join('greetings', 'suite.yaml'));
  await killOnceItAsks(asking('claude-silent', one), { server, env });
  const [, runId = ''] = /^Run (\S+):/m.exec(told) ?? [];
  const later = [
    ['show', runId, '--trial', 'task:greet:baseline:1'],
    ['show', runId, '--trial', 'task:greet:baseline:1', '--wire'],
    ['report', runId, '--format', 'html'],
    ['rescore', runId, '--debug'],
    [...asking('claude-x'), '--replay', join(folder, 'cassettes')],
    ['runs'],
  ];
  const laterTold: string[] = [];
  for (const args of later) laterTold.push(await everythingToldBy(args, env));
  expect(laterTold.join('\n')).toMatch(/PATH=.*replayed/s);
  expect(told).toMatch(/\[4\/4\]/);
  expect(paused).toMatch(/refuses the key/);
  expect(crashed).toMatch(/cannot be written/);
  expect(server.seen.every(({ headers }) => headers['x-api-key'] === KEY)).toBe(true);
  expect(server.seen.some(({ body }) => body.includes('PATH='))).toBe(true);
  const files = everyFileIn(folder);
  expect(files.filter((file) => /cassettes|assay\.db/.test(file)).length).toBeGreaterThan(4);
  expect(files.filter((file) => contentOf(file).includes('PATH=')).length).toBeGreaterThan(4);
  const places = [
    told,
    paused,
    crashed,
    ...laterTold,
    ...server.seen.map(({ body }) => body),
    ...files.map(contentOf),
  ];
  expect(places.filter((place) => place.includes(KEY))).toEqual([]);
});

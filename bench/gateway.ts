import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { createGateway } from '../src/gateway/gateway.ts';
import { ApiKey } from '../src/gateway/upstreams/live/api-key.ts';
import { liveUpstream } from '../src/gateway/upstreams/live/live-upstream.ts';
import { serveRequests } from '../src/sandbox/network/pipe/serve-requests.ts';
import { median } from './median.ts';

const ROUNDS = 300;
const STREAMS = 31;
const PARALLEL = 200;
const WAVES = 24;
const PAUSE_MS = 200;
/** Events of an answer. */
const LONG = 20_000;
const SHORT = 200;
const MIB = 1024 ** 2;
/** Every answer is searched for it. */
const KEY = 'sk-bench-5d0c11f7e2a94b86';
/** Of the gateway, each with so many requests at a time as one may have. */
const TRIALS = 8;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** What may be added to each request, and what of the throughput must be left. */
const ADDED_MS = 1.5;
const THROUGHPUT = 0.9;

/** As long as a conversation soon is. */
const CONVERSATION = Array.from({ length: 40 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `Turn ${index}. ${'The quick brown fox jumps over the lazy dog. '.repeat(10)}`,
}));

/** One of these for each trial that the gateway serves; the provider takes any. */
type Side = { url: string; tokens: readonly string[] };
type Sides = AsyncDisposable & { direct: Side; gateway: Side };

/** What one request costs over asking the provider itself, each in turn so that both meet the same machine. */
export async function gatewayLatency() {
  await using sides = await start();
  const [direct, gateway]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    direct.push(await timed(() => ask(sides.direct, 0)));
    gateway.push(await timed(() => ask(sides.gateway, 0)));
  }
  const addedMs = median(gateway) - median(direct);
  return {
    bench: 'gateway latency',
    ratio: addedMs / ADDED_MS,
    bound: 1,
    addedMs,
    directMs: median(direct),
    gatewayMs: median(gateway),
    rounds: ROUNDS,
  };
}

/** How much longer a long streamed answer takes to be read through the official client, and by one that only counts bytes. */
export async function gatewayStreaming() {
  await using sides = await start();
  using client = forked('gateway-client.ts');
  const [direct, gateway, rawDirect, rawGateway]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < STREAMS; round++) {
    direct.push(await readThroughClient(client, sides.direct, 'parse'));
    gateway.push(await readThroughClient(client, sides.gateway, 'parse'));
    await sleep(PAUSE_MS);
    rawDirect.push(await readThroughClient(client, sides.direct, 'count'));
    rawGateway.push(await readThroughClient(client, sides.gateway, 'count'));
    // What the gateway does once a stream has gone by is not to slow what comes next.
    await sleep(PAUSE_MS);
  }
  return {
    bench: 'gateway streaming',
    ratio: median(gateway) / median(direct),
    bound: 1 / THROUGHPUT,
    directEventsPerSecond: Math.round(LONG / (median(direct) / 1000)),
    gatewayEventsPerSecond: Math.round(LONG / (median(gateway) / 1000)),
    countingRatio: median(rawGateway) / median(rawDirect),
    rounds: STREAMS,
  };
}

/** Many streams at once, wave after wave: none may lose a byte, and memory must not grow with the waves. */
export async function gatewayParallel() {
  await using sides = await start();
  const expected = await ask(sides.direct, SHORT);
  const held: number[] = [];
  for (let wave = 0; wave < WAVES; wave++) {
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, (_, index) => ask(sides.gateway, SHORT, index)),
    );
    const lost = answers.filter((bytes) => bytes !== expected).length;
    if (lost > 0) throw new Error(`${lost} of ${PARALLEL} streams lost something`);
    held.push(heldBytes());
  }
  return {
    bench: 'gateway parallel streams',
    ratio: Math.max(...held.slice(WAVES / 2)) / Math.max(...held.slice(0, WAVES / 2)),
    bound: 1.2,
    streams: PARALLEL,
    waves: WAVES,
    heldMib: held.map((bytes) => Math.round(bytes / MIB)),
  };
}

/** What is in use, buffers outside of the heap among it. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

let rounds = 0;

/** What is new in each request of a conversation. */
function nextTurn() {
  rounds += 1;
  return { role: 'user', content: `Round ${rounds}. ${'What comes next is new each time. '.repeat(10)}` };
}

const Read = z.tuple([z.object({ ms: z.number(), seen: z.int().min(LONG) })]).rest(z.unknown());

async function readThroughClient(
  { child }: Forked,
  { url, tokens: [token] }: Side,
  how: 'parse' | 'count',
): Promise<number> {
  child.send({ url, token, events: LONG, how });
  const [{ ms }] = Read.parse(await once(child, 'message'));
  return ms;
}

type Forked = Disposable & { child: ChildProcess };

function forked(program: string): Forked {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)));
  return { child, [Symbol.dispose]: () => void child.kill() };
}

/** The length of the answer: whole, or a stream of so many events. */
async function ask({ url, tokens }: Side, events: number, turn = 0): Promise<number> {
  const response = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': tokens[turn % tokens.length] ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'm',
      stream: events > 0,
      max_tokens: events,
      messages: [...CONVERSATION, nextTurn()],
    }),
  });
  if (!response.ok || response.body === null) throw new Error(`answered ${response.status}`);
  let bytes = 0;
  for await (const chunk of response.body) bytes += chunk.length;
  return bytes;
}

/** The gateway as a sandbox has it: behind HTTP, before a provider in another process. */
async function start(): Promise<Sides> {
  const provider = forked('gateway-provider.ts');
  const [address] = z
    .tuple([z.object({ port: z.int() })])
    .rest(z.unknown())
    .parse(await once(provider.child, 'message'));
  const direct = { url: `http://127.0.0.1:${address.port}`, tokens: ['none'] };
  const upstream = liveUpstream({
    accessTo: () => ({ baseUrl: direct.url, key: new ApiKey(KEY), maxConcurrent: PARALLEL }),
  });
  const gateway = createGateway();
  const sessions = Array.from({ length: TRIALS }, () => gateway.openSession({ upstream, maxTokens: null }));
  const server = createServer(
    { noDelay: true },
    serveRequests(gateway.fetch, (work) => work()),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = z.object({ port: z.int() }).parse(server.address());
  return {
    direct,
    gateway: { url: `http://127.0.0.1:${own.port}`, tokens: sessions.map(({ token }) => token) },
    async [Symbol.asyncDispose]() {
      provider[Symbol.dispose]();
      server.close();
      await once(provider.child, 'exit');
    },
  };
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import { execa } from 'execa';
import { openSession } from '../src/sandbox/session/session.ts';
import { median } from './median.ts';

const ROUNDS = 500;
const TRANSFERS = 5;
const BULK = Buffer.alloc(100 * 1024 ** 2);

/** Run where the requests come from, so that they are timed there: prints the milliseconds of each. */
const CLIENT = `
const { Agent, get } = require('node:http');
const agent = new Agent({ keepAlive: true });
const ask = (path) => new Promise((resolve, reject) => {
  const start = performance.now();
  get(process.argv[1] + path, { agent }, (answer) => {
    answer.resume().on('end', () => resolve(performance.now() - start));
  }).on('error', reject);
});
(async () => {
  const times = { get: [], bulk: [] };
  await ask('/');
  for (let round = 0; round < ${ROUNDS}; round++) times.get.push(await ask('/'));
  for (let round = 0; round < ${TRANSFERS}; round++) times.bulk.push(await ask('/bulk'));
  console.log(JSON.stringify(times));
  agent.destroy();
})();`;

type Times = { get: number[]; bulk: number[] };

/** A request out of a sandbox beside the same one over this machine's own loopback. */
export async function pipe() {
  const [bare, carried] = [await overLoopback(), await overPipe()];
  const ratio = median(carried.get) / median(bare.get);
  return {
    bench: 'pipe',
    ratio,
    bound: 8,
    bareGetMs: median(bare.get),
    pipeGetMs: median(carried.get),
    bulkRatio: median(carried.bulk) / median(bare.bulk),
    bareMibPerSecond: mibPerSecond(bare),
    pipeMibPerSecond: mibPerSecond(carried),
    rounds: ROUNDS,
  };
}

async function overLoopback(): Promise<Times> {
  const server = createServer((incoming, outgoing) => outgoing.end(bodyFor(incoming.url ?? '')));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens nowhere');
  const { stdout } = await execa(process.execPath, ['-e', CLIENT, `http://127.0.0.1:${address.port}`]);
  server.close();
  return JSON.parse(stdout);
}

async function overPipe(): Promise<Times> {
  const gateway = async ({ url }: Request) => new Response(bodyFor(new URL(url).pathname));
  await using engine = await openSession();
  await using sandbox = await engine.create({
    purpose: 'bench',
    mounts: [],
    files: [],
    env: {},
    network: { gateway, policy: { kind: 'deny' } },
  });
  const { stdout, stderr } = await sandbox.run({
    command: `node -e "$(cat)" "${sandbox.gatewayUrl}"`,
    stdin: Buffer.from(CLIENT),
    seconds: 60,
    maxOutputBytes: 100_000,
  });
  if (stdout === '') throw new Error(`no request came through the pipe: ${stderr}`);
  return JSON.parse(stdout);
}

function bodyFor(path: string): Buffer {
  return path === '/bulk' ? BULK : Buffer.from('short');
}

function mibPerSecond({ bulk }: Times): number {
  return Math.round(100 / (median(bulk) / 1000));
}

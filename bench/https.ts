import { openSession } from '../src/sandbox/session/session.ts';
import { median } from './median.ts';

const ROUNDS = 200;
const BOUND_MS = 3;

/** Run in the sandbox, without its proxy: prints the milliseconds of each request. `kept` shares a connection. */
const CLIENT = `
const modules = { http: require('node:http'), https: require('node:https') };
const agents = { http: new modules.http.Agent({ keepAlive: true }), https: new modules.https.Agent({ keepAlive: true }) };
const ask = (scheme, agent) => new Promise((resolve, reject) => {
  const start = performance.now();
  modules[scheme].get(scheme + '://api.example/', { agent }, (answer) => {
    answer.resume().on('end', () => resolve(performance.now() - start));
  }).on('error', reject);
});
(async () => {
  const times = { http: { kept: [], opened: [] }, https: { kept: [], opened: [] } };
  for (const scheme of ['http', 'https']) await ask(scheme, agents[scheme]);
  for (let round = 0; round < ${ROUNDS}; round++) {
    for (const scheme of ['http', 'https']) {
      times[scheme].kept.push(await ask(scheme, agents[scheme]));
      times[scheme].opened.push(await ask(scheme, false));
    }
  }
  console.log(JSON.stringify(times));
  for (const scheme of ['http', 'https']) agents[scheme].destroy();
})();`;

type Times = { kept: number[]; opened: number[] };

/** A request over TLS out of a sandbox beside the same one without TLS, each on a connection of its own. */
export async function https() {
  const { http, https } = await timesInSandbox();
  const addedMs = median(https.opened) - median(http.opened);
  return {
    bench: 'https',
    ratio: addedMs / BOUND_MS,
    bound: 1,
    addedMs,
    addedOnKeptConnectionMs: median(https.kept) - median(http.kept),
    httpMs: median(http.opened),
    httpsMs: median(https.opened),
    rounds: ROUNDS,
  };
}

async function timesInSandbox(): Promise<{ http: Times; https: Times }> {
  const fixture = { url: '^https?://api\\.example/', status: 200, headers: {}, body: 'short' };
  await using engine = await openSession();
  await using sandbox = await engine.create({
    ...{ purpose: 'bench', mounts: [], files: [], env: {} },
    network: { gateway: null, policy: { kind: 'fixtures', fixtures: [fixture] } },
  });
  const { stdout, stderr } = await sandbox.run({
    command: 'node -e "$(cat)"',
    stdin: Buffer.from(CLIENT),
    seconds: 60,
    maxOutputBytes: 100_000,
  });
  if (stdout === '') throw new Error(`no request came through the pipe: ${stderr}`);
  return JSON.parse(stdout);
}

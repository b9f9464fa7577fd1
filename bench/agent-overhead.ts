import { once } from 'node:events';
import { chmodSync, existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import type { ProgramAgent } from '../src/agents/agent.ts';
import { scriptFor } from '../src/agents/programs/script-for.ts';
import { AGENTS } from '../src/agents/registry.ts';
import { type Benchmark, loadBenchmark } from '../src/app/benchmark.ts';
import { USUAL_SETTINGS } from '../src/contracts/agent-settings.ts';
import { USUAL_MACHINE } from '../src/contracts/environment.ts';
import { HOME, WORKSPACE } from '../src/contracts/sandbox-places.ts';
import type { TrialRecord } from '../src/contracts/trial-record.ts';
import { createGateway } from '../src/gateway/gateway.ts';
import { SCRIPTED_MODEL, scriptedUpstream } from '../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { imageFor } from '../src/sandbox/image/image.ts';
import { openResults } from '../src/store/open-results.ts';
import { peakOfCommand } from './installed-command.ts';
import { median } from './median.ts';
import { temporaryFolder, writeFiles } from './temporary-files.ts';

const ROUNDS = 6;
const PARALLEL = 4;
const BOUND_MS = 1200;
const BOUND_SHARE = 0.5;
const BOUND_MEGABYTES = 400;
const SUITE = 'csv-tidy';
const TASK = 'total-regions';
/** What the task asks for. */
const RESULT = 'totals.json';
const SKILL = 'csv-tidy';
const ARM = 'with-skill';

type Cost = { agent: string; bareMs: number; oursMs: number; addedMs: number; megabytes: number };

/**
 * What a trial takes from its container to its verdict, beside the same agent in a plain container that asks the same
 * scripted model; and the most memory that the harness takes for some agents at a time.
 */
export async function agentOverhead() {
  const benchmark = await loadBenchmark(SUITE, { choice: { tasks: [TASK], probes: [] } });
  const agents: Cost[] = [];
  for (const agent of AGENTS) if (agent.kind === 'program') agents.push(await costOf(agent, benchmark));
  const shares = agents.flatMap(({ bareMs, addedMs, megabytes }) => [
    addedMs / BOUND_MS,
    addedMs / (bareMs * BOUND_SHARE),
    megabytes / BOUND_MEGABYTES,
  ]);
  return {
    bench: 'agent-overhead',
    ratio: Math.max(...shares),
    bound: 1,
    rounds: ROUNDS,
    parallel: PARALLEL,
    agents,
  };
}

async function costOf(agent: ProgramAgent, benchmark: Benchmark): Promise<Cost> {
  peakOfCommand(['setup', '--agent', agent.id]);
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) bare.push(await bareMs(agent, benchmark));
  const { records } = await runTrials(agent.id, 1);
  const { megabytes } = await runTrials(agent.id, PARALLEL);
  const [bareMedian, ours] = [median(bare), msEach(records)];
  return { agent: agent.id, bareMs: bareMedian, oursMs: ours, addedMs: ours - bareMedian, megabytes };
}

/** Times the work as somebody would do it without a harness: `docker run`, as large as a sandbox, with a folder for the task and one for the skill. */
async function bareMs(agent: ProgramAgent, { suite, skill }: Benchmark): Promise<number> {
  const [task] = suite.tasks;
  if (task?.script == null) throw new Error(`${TASK} has no script`);
  const { prompt } = task.task;
  const upstream = scriptedUpstream(scriptFor(task.script, agent), ARM);
  using session = createGateway().openSession({ upstream, maxTokens: null, prompt });
  await using server = await serve(session.fetch);
  using folder = temporaryFolder();
  writeFiles(join(folder.path, 'workspace'), contentsOf(task.workspace));
  chmodSync(join(folder.path, 'workspace'), 0o777);
  writeFiles(join(folder.path, 'skills', SKILL), contentsOf(skill.files));
  const { tag } = await imageFor(agent.image);
  const command = agent.command({
    ...{ prompt, model: SCRIPTED_MODEL, version: agent.version, skills: [], servers: [], hasNetwork: false },
    ...{
      sandbox: { gatewayUrl: server.url },
      gateway: session,
      settings: USUAL_SETTINGS,
      skillsDir: agent.skillsDir,
    },
  });
  const mounts = [`${folder.path}/workspace:${WORKSPACE}`, `${folder.path}/skills:${agent.skillsDir}:ro`];
  const homes = [HOME, dirname(agent.skillsDir)].flatMap((path) => [
    '--tmpfs',
    `${path}:uid=10001,gid=10001,exec`,
  ]);
  const options = [
    '--rm',
    '--network',
    'host',
    '--cpus',
    `${Math.max(USUAL_MACHINE.cpus, agent.image.cpus ?? 0)}`,
    ...homes,
  ];
  const start = performance.now();
  await execa('docker', [
    'run',
    ...options,
    ...mounts.flatMap((mount) => ['--volume', mount]),
    tag,
    'bash',
    '-c',
    command,
  ]);
  const ms = performance.now() - start;
  if (!existsSync(join(folder.path, 'workspace', RESULT))) throw new Error(`${agent.id} did not do the task`);
  return ms;
}

type Trials = { records: TrialRecord[]; megabytes: number };

/** Trials one after the other, or some at a time, as the command line runs them. */
async function runTrials(agent: string, concurrency: number): Promise<Trials> {
  using folder = temporaryFolder();
  const choice = ['--task', TASK, '--arm', ARM, '--no-probes', '--repeats', `${ROUNDS}`];
  const settings = ['--agent', agent, '--model', SCRIPTED_MODEL, '--concurrency', `${concurrency}`];
  const megabytes = peakOfCommand(['run', SUITE, ...settings, ...choice, '--results', folder.path]);
  await using store = await openResults(folder.path, 'reading');
  const [run] = await store.listRuns();
  if (run === undefined || !('plan' in run)) throw new Error('the run was not stored');
  return { records: await store.loadRecords(run.plan), megabytes };
}

/** From the start of the first sandbox to the last verdict: what is begun ahead is counted too. */
function msEach(records: readonly TrialRecord[]): number {
  const failed = records.find(({ result }) => result.status !== 'measured');
  if (failed !== undefined) throw new Error(`not measured: ${JSON.stringify(failed.result)}`);
  const starts = records.map(({ startedAt }) => Date.parse(startedAt));
  const ends = records.map(({ endedAt }) => Date.parse(endedAt));
  return (Math.max(...ends) - Math.min(...starts)) / records.length;
}

function contentsOf(files: readonly { path: string; content: Uint8Array }[]): [string, Uint8Array][] {
  return files.map(({ path, content }) => [path, content]);
}

type Fetch = (request: Request) => Promise<Response>;

async function serve(fetch: Fetch): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((incoming, outgoing) => {
    answer(fetch, incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens nowhere');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(fetch: Fetch, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/', headers: sent } = incoming;
  const content = Buffer.concat(await incoming.toArray());
  const headers = Object.entries(sent).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const body = method === 'GET' ? {} : { body: content };
  const response = await fetch(new Request(`http://127.0.0.1${url}`, { method, headers, ...body }));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  for await (const chunk of response.body ?? []) outgoing.write(chunk);
  outgoing.end();
}

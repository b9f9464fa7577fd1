import { execa } from 'execa';
import { z } from 'zod';
import { countRequests } from '../src/contracts/side-requests.ts';
import { SCRIPTED_MODEL } from '../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { openResults } from '../src/store/open-results.ts';
import { COMMAND } from './installed-command.ts';
import { median } from './median.ts';
import { temporaryFolder, writeFiles } from './temporary-files.ts';

const EVERY_MS = 30_000;
/** How much more the harness may hold at the end of the work than at its beginning. */
const MOST_MB = 60;
/** One command prints so little that hundreds of them still fit into a model's context. */
const PRINTED_BYTES = 400;
const STEP = /echo step (\d+)/g;

const [agent = 'claude-code', minutes = '60', requests = '400'] = process.argv.slice(2);

/** The process says what it holds on a pipe of its own, and takes its stderr for a terminal, so that it draws the live view. */
const WATCHED = `data:text/javascript,import { writeSync } from 'node:fs';
Object.assign(process.stderr, { isTTY: true, columns: 120, rows: 40, hasColors: () => false });
const say = () => {
  const { rss, heapUsed, external } = process.memoryUsage();
  writeSync(3, JSON.stringify({ rss, heapUsed, external }) + '\\n');
};
setInterval(say, ${EVERY_MS}).unref();
process.on('exit', say);`;

const Sampled = z.object({ rss: z.number(), heapUsed: z.number(), external: z.number() });
type Sample = { rssMb: number; heapMb: number; externalMb: number };

/** Measures what the harness holds while a real agent program works for so many minutes, and how much of that its live view shows. */
process.stdout.write(`${JSON.stringify(await longAgent(Number(minutes), Number(requests)))}\n`);

async function longAgent(lastsMinutes: number, answers: number) {
  using folder = temporaryFolder();
  writeFiles(folder.path, suiteWith(answers, lastsMinutes));
  const choice = ['--arm', 'with-skill', '--no-probes', '--results', `${folder.path}/results`];
  const args = ['run', `${folder.path}/long-work`, '--agent', agent, '--model', SCRIPTED_MODEL, ...choice];
  const { samples, shown } = await watch(args);
  await using store = await openResults(`${folder.path}/results`, 'reading');
  const [run] = await store.listRuns();
  if (run === undefined || !('plan' in run)) throw new Error('the run was not stored');
  const [record] = await store.loadRecords(run.plan);
  if (record?.result.status !== 'measured')
    throw new Error(`not measured: ${JSON.stringify(record?.result)}`);
  const { agentEnd, seconds, usage, modelCalls, wireLog } = record.result.evidence;
  if (wireLog?.leftOutBytes !== 0)
    throw new Error(`${wireLog?.leftOutBytes} bytes were left out of the record.`);
  const [start, middle, end] = [0, 0.5, 1].map((part) => around(samples, part));
  const grewMb = (end?.rssMb ?? Number.NaN) - (start?.rssMb ?? Number.NaN);
  const measured = { agent, agentEnd, seconds, usage, requests: countRequests(modelCalls) };
  // Once the agent has ended, its traffic is read as a whole, which takes more for some seconds.
  const peakMb = Math.max(...samples.map(({ rssMb }) => rssMb));
  const memory = { start, middle, end, peakMb, samples };
  return { bench: 'long-agent', ratio: grewMb / MOST_MB, bound: 1, grewMb, shown, answers, measured, memory };
}

/** The middle of the samples of a tenth of the time. */
function around(samples: readonly Sample[], part: number): Sample {
  const length = Math.max(1, Math.floor(samples.length / 10));
  const from = Math.floor((samples.length - length) * part);
  const some = samples.slice(from, from + length);
  return {
    rssMb: median(some.map(({ rssMb }) => rssMb)),
    heapMb: median(some.map(({ heapMb }) => heapMb)),
    externalMb: median(some.map(({ externalMb }) => externalMb)),
  };
}

async function watch(args: readonly string[]): Promise<{ samples: Sample[]; shown: number }> {
  const child = execa(process.execPath, ['--import', WATCHED, COMMAND, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const steps = new Set<string>();
  child.stderr?.setEncoding('utf8').on('data', (drawn: string) => {
    for (const [, step = ''] of drawn.matchAll(STEP)) steps.add(step);
  });
  const { stdio } = await child;
  return { samples: z.string().parse(stdio[3]).trim().split('\n').map(readSample), shown: steps.size };
}

function readSample(line: string): Sample {
  const { rss, heapUsed, external } = Sampled.parse(JSON.parse(line));
  return { rssMb: rss / 1e6, heapMb: heapUsed / 1e6, externalMb: external / 1e6 };
}

/** Returns a suite of one task. Each of its answers runs a command, and none comes at once. */
function suiteWith(answers: number, lastsMinutes: number): [string, string][] {
  const latencyMs = Math.round((lastsMinutes * 60_000) / answers);
  const commands = Array.from({ length: answers - 1 }, (_, step) => ({
    say: `Step ${step} is next.`,
    call: [{ tool: 'bash', input: { command: `echo step ${step} && ${printing(step)}` } }],
  }));
  const last = { say: '', call: [{ tool: 'bash', input: { command: 'echo done > done.txt' } }] };
  const turns = [...commands.slice(1), last, { say: 'All of it is done.' }];
  const script = { latencyMs, arms: { baseline: turns, 'with-skill': turns } };
  const task = {
    ...{ id: 'long', level: 'common', objective: 'Works for long.', prompt: 'Do all the steps.' },
    ...{ expected: 'done.txt is there.', limits: { maxSeconds: 7200, maxRequests: 1000 } },
    graders: [
      { kind: 'command-exit', title: 'The last step was done.', command: 'test -f /workspace/done.txt' },
    ],
  };
  const suite = { id: 'long-work', title: 'Long work', description: 'Work of an hour.' };
  const skill =
    '---\nname: long-work\ndescription: Says how to work for long.\n---\nGo on until all of it is done.\n';
  return [
    ['long-work/suite.yaml', JSON.stringify(suite)],
    ['long-work/skill/SKILL.md', skill],
    ['long-work/long/task.yaml', JSON.stringify(task)],
    ['long-work/long/script.yaml', JSON.stringify(script)],
  ];
}

/** Words that no other step prints. */
function printing(step: number): string {
  return `seq ${step * 1000} ${step * 1000 + 999} | head -c ${PRINTED_BYTES} | tr '\\n' ' '`;
}

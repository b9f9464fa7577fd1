import { execa } from 'execa';
import { HOME, WORKSPACE } from '../src/contracts/sandbox-places.ts';
import { outlineOf } from '../src/sandbox/engine/outline.ts';
import { imageFor } from '../src/sandbox/image/image.ts';
import type { Sandbox, SandboxEngine, SandboxSpec } from '../src/sandbox/sandbox.ts';
import { openSession } from '../src/sandbox/session/session.ts';
import { median } from './median.ts';

const ROUNDS = 10;
const THROUGHPUT_ROUNDS = 3;
const TRIALS_EACH = 12;
const AT_A_TIME = 2;
const MANY = AT_A_TIME * TRIALS_EACH;
const COMMANDS = 10;
const SKILLS_DIR = `${HOME}/.agent/skills`;
const TRUE = { command: 'true', seconds: 10, maxOutputBytes: 1000 };

const SPEC: SandboxSpec = {
  purpose: 'bench',
  mounts: [{ root: SKILLS_DIR, files: [textFile(`${SKILLS_DIR}/tidy/SKILL.md`, '# Tidy\n'.repeat(500))] }],
  files: Array.from({ length: 10 }, (_, index) =>
    textFile(`${WORKSPACE}/${index}.csv`, 'a,b\n'.repeat(2500)),
  ),
  env: { HOME },
  shell: true,
  network: { gateway: async () => new Response('short'), policy: { kind: 'deny' } },
};

/** Create, fill, attest, commands, snapshot and remove, beside the shortest way to do as much with the engine's own command line. */
export async function sandboxWork() {
  const { tag: image } = await imageFor(null);
  await using engine = await openSession();
  const imageDigest = await engine.imageDigest();
  const [bare, ours, commands]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await elapsedMs(() => bareTrial(image)));
    ours.push(await elapsedMs(() => trial(engine, imageDigest, commands)));
  }
  return {
    ...{ bench: 'sandbox-work', ratio: median(ours) / median(bare), bound: 0.8, rounds: ROUNDS },
    ...{ bareMs: median(bare), oursMs: median(ours), commandMs: median(commands), commandBoundMs: 3 },
  };
}

/**
 * Trials a second, two at a time with the next ones begun meanwhile, beside the bare sequence: one after the other as its
 * shell runs it, and also two at a time.
 */
export async function sandboxThroughput() {
  const { tag: image } = await imageFor(null);
  await using engine = await openSession();
  const imageDigest = await engine.imageDigest();
  const rounds: { bare: number; bareAtATime: number; ours: number }[] = [];
  for (let round = 0; round < THROUGHPUT_ROUNDS; round++) {
    rounds.push({
      bare: await perSecond(TRIALS_EACH, () => bareTrials(image)),
      bareAtATime: await perSecond(MANY, () => atATime(() => bareTrials(image))),
      ours: await perSecond(MANY, () => atATime(() => preparedTrials(engine, imageDigest, TRIALS_EACH))),
    });
  }
  const of = (what: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[what]));
  const [bare, bareAtATime, ours] = [of('bare'), of('bareAtATime'), of('ours')];
  return {
    ...{ bench: 'sandbox-throughput', ratio: bare / ours, bound: 0.5, ratioAtATime: bareAtATime / ours },
    ...{ barePerSecond: bare, bareAtATimePerSecond: bareAtATime, oursPerSecond: ours, atATime: AT_A_TIME },
  };
}

async function perSecond(trials: number, work: () => Promise<unknown>): Promise<number> {
  return trials / ((await elapsedMs(work)) / 1000);
}

async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function atATime(work: () => Promise<void>): Promise<unknown> {
  return Promise.all(Array.from({ length: AT_A_TIME }, work));
}

async function bareTrials(image: string): Promise<void> {
  for (let count = 0; count < TRIALS_EACH; count++) await bareTrial(image);
}

/** One after the other; the signal is a run's, which all of its trials share. */
export async function preparedTrials(
  engine: SandboxEngine,
  imageDigest: string,
  count: number,
  signal = new AbortController().signal,
): Promise<void> {
  await using ahead = new AsyncDisposableStack();
  ahead.use(engine.prepare(outlineOf(SPEC)));
  for (let left = count; left > 0; left--) {
    // Of those that are alike, the one that was begun first is taken: this is the next one's.
    if (left > 1) ahead.use(engine.prepare(outlineOf(SPEC)));
    await using sandbox = await engine.create(SPEC, signal);
    await useSandbox(sandbox, imageDigest);
  }
}

function textFile(path: string, text: string) {
  return { path, content: Buffer.from(text), executable: false };
}

async function bareTrial(image: string): Promise<void> {
  const script = `
    id=$(docker run --detach --network none --entrypoint sleep ${image} infinity)
    for i in {1..${COMMANDS}}; do docker exec "$id" true; done
    docker rm --force "$id"`;
  await execa('bash', ['-c', script]);
}

async function trial(engine: SandboxEngine, imageDigest: string, commandsMs?: number[]): Promise<void> {
  await using sandbox = await engine.create(SPEC);
  await useSandbox(sandbox, imageDigest, commandsMs);
}

async function useSandbox(sandbox: Sandbox, imageDigest: string, commandsMs: number[] = []): Promise<void> {
  const expected = { imageDigest, runtime: null, skillsDir: SKILLS_DIR, skills: ['tidy'], absentPaths: [] };
  const broken = (await sandbox.attest(expected)).filter(({ holds }) => !holds);
  if (broken.length > 0) throw new Error(`not as asked for: ${JSON.stringify(broken)}`);
  for (let count = 0; count < COMMANDS; count++) {
    commandsMs.push(await elapsedMs(() => sandbox.run(TRUE)));
  }
  await sandbox.readTree([WORKSPACE, HOME, '/tmp']);
}

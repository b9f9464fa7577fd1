import { randomUUID } from 'node:crypto';
import { imagesNeeded } from '../../src/app/image-stacks.ts';
import { machinesFor } from '../../src/app/machines-for.ts';
import { provideTemplates } from '../../src/app/provide-templates.ts';
import type { EgressPolicy } from '../../src/contracts/egress.ts';
import type { Environment } from '../../src/contracts/environment.ts';
import { Suite } from '../../src/contracts/suite.ts';
import { connectEngine } from '../../src/sandbox/docker/connect-engine.ts';
import { dockerEngine } from '../../src/sandbox/engine/docker-engine.ts';
import type { Outside } from '../../src/sandbox/network/egress/reach.ts';
import type { SandboxNetwork, SandboxTemplate } from '../../src/sandbox/sandbox.ts';
import { openSession } from '../../src/sandbox/session/session.ts';
import type { Files } from '../../src/sources/read-folder.ts';
import { PATIENCE_MS, PATIENCE_SECONDS } from '../fixtures/patience.ts';
import { noteImages } from '../left-behind/noted-images.ts';
import { EMPTY_SPEC, leasedSessions, stateFolder } from '../sandbox/docker-fixture.ts';

export const state = stateFolder();
const made: AsyncDisposable[] = [];

/** Removes the images that tests have made since the last call. */
export async function removeProvided(): Promise<void> {
  for (const note of made.splice(0)) await note[Symbol.asyncDispose]();
}

function files(contents: Readonly<Record<string, string>>): Files {
  return Object.entries(contents).map(([path, content]) => ({
    ...{ path, executable: path.endsWith('.sh') },
    content: Buffer.from(content),
  }));
}

/** The image of a suite that no other test has. */
export async function provide(
  environment: Partial<Environment>,
  contents: Readonly<Record<string, string>> = {},
  said: string[] = [],
  build = randomUUID(),
) {
  const variables = { ...environment.variables, BUILD: build };
  const suite = Suite.parse({
    ...{ id: 'sheets', title: 'Sheets', description: 'About sheets.' },
    environment: { ...environment, variables },
  });
  const benchmark = {
    suite: {
      suite,
      dir: '',
      skill: NO_SKILL,
      environment: files(contents),
      tasks: [],
      triggers: null,
      digest: DIGEST,
    },
  };
  made.push(noteImages((await imagesNeeded(null, benchmark)).map(({ tag }) => tag)));
  const { suite: template } = await provideTemplates(
    { recipe: null, benchmark, machines: machinesFor(benchmark, null) },
    (line) => said.push(line),
    AbortSignal.timeout(PATIENCE_MS),
  );
  return { ...template, benchmark };
}

const DIGEST = `sha256:${'0'.repeat(64)}` as const;
const NO_SKILL = { source: 'none', folder: null, files: [] };

type Surroundings = {
  by?: 'shell' | 'grader';
  network?: EgressPolicy;
  answers?: SandboxNetwork['answers'];
  /** Stands for all public hosts. */
  outside?: Outside;
};

async function engineThatReaches(outside: Outside, template: SandboxTemplate) {
  const [session = ''] = leasedSessions(state);
  const connection = await connectEngine();
  return dockerEngine({ ...template, connection, session, runtime: null, outside });
}

/** What a command prints in a sandbox of that image, as an agent would run it, or a grader. */
export async function printed(
  { image, machine }: Awaited<ReturnType<typeof provide>>,
  command: string,
  { by = 'shell', network, answers = [], outside }: Surroundings = {},
) {
  await using session = await openSession(state, { image, machine });
  const engine = outside === undefined ? session : await engineThatReaches(outside, { image, machine });
  await using sandbox = await engine.create({
    ...EMPTY_SPEC,
    [by]: true,
    ...(network === undefined ? {} : { network: { gateway: null, policy: network, answers } }),
  });
  const { stdout, stderr } = await sandbox.run({
    command,
    seconds: PATIENCE_SECONDS,
    maxOutputBytes: 10_000,
  });
  return `${stdout}${stderr}`.trim().split('\n');
}

import { randomUUID } from 'node:crypto';
import { imagesNeeded } from '../../src/app/image-stacks.ts';
import { provideTemplates } from '../../src/app/provide-templates.ts';
import type { EgressPolicy } from '../../src/contracts/egress.ts';
import type { Environment } from '../../src/contracts/environment.ts';
import { Suite } from '../../src/contracts/suite.ts';
import { openSession } from '../../src/sandbox/session/session.ts';
import type { Files } from '../../src/sources/read-folder.ts';
import { PATIENCE_MS, PATIENCE_SECONDS } from '../fixtures/patience.ts';
import { noteImages } from '../left-behind/noted-images.ts';
import { EMPTY_SPEC, stateFolder } from '../sandbox/docker-fixture.ts';

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
    null,
    benchmark,
    (line) => said.push(line),
    AbortSignal.timeout(PATIENCE_MS),
  );
  return { ...template, benchmark };
}

const DIGEST = `sha256:${'0'.repeat(64)}` as const;
const NO_SKILL = { source: 'none', folder: null, files: [] };

/** What a command prints in a sandbox of that image, as an agent would run it, or a grader. */
export async function printed(
  { image, machine }: Awaited<ReturnType<typeof provide>>,
  command: string,
  { by = 'shell', network }: { by?: 'shell' | 'grader'; network?: EgressPolicy } = {},
) {
  await using engine = await openSession(state, { image, machine });
  await using sandbox = await engine.create({
    ...EMPTY_SPEC,
    [by]: true,
    ...(network === undefined ? {} : { network: { gateway: null, policy: network } }),
  });
  const { stdout, stderr } = await sandbox.run({
    command,
    seconds: PATIENCE_SECONDS,
    maxOutputBytes: 10_000,
  });
  return `${stdout}${stderr}`.trim().split('\n');
}

import { createHash } from 'node:crypto';
import type { EngineConnection } from '../docker/connect-engine.ts';
import { type BuildContainer, startContainer } from './build-container.ts';
import type { EnvironmentRecipe } from './environment.ts';
import type { SandboxImage } from './image.ts';

const OWN_PROGRAMS = '/usr/local/lib/assay';

/** What the harness runs in a sandbox, as an archive, whose bytes change with any change of it. */
async function programsIn({ container }: BuildContainer): Promise<string> {
  const archive = await container.getArchive({ path: OWN_PROGRAMS });
  const digest = createHash('sha256');
  for await (const chunk of archive) digest.update(chunk);
  return digest.digest('hex');
}

export async function ownPrograms(
  connection: EngineConnection,
  { base, recipe }: { base: SandboxImage; recipe: EnvironmentRecipe },
  signal: AbortSignal,
): Promise<string> {
  await using place = await startContainer(
    connection,
    base.tag,
    { recipe, name: null, network: 'none' },
    signal,
  );
  return await programsIn(place);
}

export async function requireOwnPrograms(place: BuildContainer, programs: string): Promise<void> {
  if ((await programsIn(place)) === programs) return;
  throw new Error(
    `something changed the programs of Assay in ${OWN_PROGRAMS}, which every sandbox depends on`,
  );
}

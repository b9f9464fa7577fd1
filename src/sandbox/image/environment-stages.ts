import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import { AssayError } from '../../base/assay-error.ts';
import { confineDockerfile } from '../../foreign/dockerfile/confine-dockerfile.ts';
import type { EngineConnection } from '../docker/connect-engine.ts';
import { isMissingFromEngine, isTaken } from '../docker/engine-fault.ts';
import { fileAt } from './build-container.ts';
import { buildFromDockerfile } from './build-image.ts';
import { dockerfileOf, type EnvironmentRecipe, OPEN_DOCKERFILE } from './environment.ts';
import type { HostRegistries } from './host-registries.ts';
import type { SandboxImage } from './image.ts';
import type { Progress } from './progress.ts';

const WAIT_MS = 500;
const FORGETTING_TRIES = 20;

type Building = { stages: Stages; base: SandboxImage; recipe: EnvironmentRecipe; registries: HostRegistries };

/** The Dockerfile of the suite or task comes first, if there is one. */
export async function startingImage(
  connection: EngineConnection,
  { stages, base, recipe, registries }: Building,
  progress: Progress,
  signal: AbortSignal,
): Promise<string> {
  const given = dockerfileOf(recipe);
  if (given === null) return base.tag;
  const place = `${recipe.task === null ? '' : `${recipe.task}/`}environment/${given.path}`;
  const confined = fileAt(given.path, new TextEncoder().encode(confineDockerfile(place, given.content)));
  const { opened, made } = stages;
  const opening = [fileAt('/Dockerfile', new TextEncoder().encode(OPEN_DOCKERFILE))];
  await buildFromDockerfile(
    connection,
    { tag: opened, base: base.tag, files: opening },
    () => undefined,
    signal,
  );
  const others = recipe.files.filter((file) => file !== given);
  const files = [...others, confined].map((file) => ({ ...file, path: `/${file.path}` }));
  const build = { tag: made, base: opened, files, variables: proxiesOf(registries) };
  await buildFromDockerfile(connection, build, progress, signal);
  const [layers, under] = await Promise.all([layersOf(connection, made), layersOf(connection, opened)]);
  if (under.every((layer, index) => layers[index] === layer)) return made;
  const expected = 'expected its last stage to begin with the lines ARG BASE_IMAGE and FROM $BASE_IMAGE';
  throw new AssayError(
    'INPUT_INVALID',
    `${place}: ${expected}, found an image that does not stand on the sandbox image.`,
  );
}

/** The images under an environment's own while it is built, by names that no other build uses. */
export type Stages = { opened: string; made: string };

export function stagesOf({ tag }: SandboxImage): Stages {
  const build = randomUUID();
  return { opened: `${tag}-opened-${build}`, made: `${tag}-made-${build}` };
}

/**
 * What stands on them keeps their layers, and they go when it does. A build that was left is ended by the engine a little
 * later, and its image is in use until then.
 */
export async function forgetStages({ docker }: EngineConnection, stages: Stages): Promise<void> {
  for (const tag of Object.values(stages))
    for (let left = FORGETTING_TRIES; left > 0; left--) {
      const outcome = await untag(docker, tag);
      if (outcome !== 'in use') break;
      await sleep(WAIT_MS);
    }
}

async function untag(docker: Docker, tag: string): Promise<'gone' | 'in use'> {
  try {
    await docker.getImage(tag).remove({ noprune: true });
    return 'gone';
  } catch (cause) {
    if (isMissingFromEngine(cause)) return 'gone';
    if (isTaken(cause)) return 'in use';
    throw cause;
  }
}

/** The only arguments of a build that no image keeps. */
function proxiesOf({ variables }: HostRegistries): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => /_proxy$/i.test(name)));
}

async function layersOf({ docker }: EngineConnection, tag: string): Promise<readonly string[]> {
  const { RootFS } = await docker.getImage(tag).inspect();
  return RootFS.Layers ?? [];
}

import { AssayError, messageOf } from '../../base/assay-error.ts';
import type { EngineConnection } from '../docker/connect-engine.ts';
import { interrupted } from '../docker/engine-fault.ts';
import { BUILD_LIMIT_MS, type BuildContainer, type Network, startContainer } from './build-container.ts';
import { buildVariables, fill, prepareCertificates } from './build-settings.ts';
import { ENVIRONMENT_REPOSITORY, type EnvironmentRecipe, needsRegistries, stepsOf } from './environment.ts';
import { forgetStages, stagesOf, startingImage } from './environment-stages.ts';
import { type HostRegistries, needsHostNetwork } from './host-registries.ts';
import { findImage, type SandboxImage } from './image.ts';
import { ownPrograms, requireOwnPrograms } from './own-programs.ts';
import type { Progress } from './progress.ts';
import { runStep } from './run-step.ts';

type EnvironmentBuild = {
  image: SandboxImage;
  base: SandboxImage;
  recipe: EnvironmentRecipe;
  /** The package of npm itself; `null` if there is nothing to install with it. */
  npm: Uint8Array | null;
  registries: HostRegistries;
};

/**
 * Builds the image of an environment: what a suite or a task has on top of the image below. The
 * commands run in a container with a network, and what they leave is made an image. How this machine reaches
 * its registries is in variables of these commands and in a volume, so that the image does not contain it.
 */
export async function buildEnvironment(
  connection: EngineConnection,
  build: EnvironmentBuild,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(BUILD_LIMIT_MS)]);
  progress(`building ${build.image.tag}, the environment of ${named(build.recipe)}, from ${build.base.tag}`);
  try {
    const stages = stagesOf(build.image);
    await using ended = new AsyncDisposableStack();
    ended.defer(() => forgetStages(connection, stages));
    const from = await startingImage(connection, { ...build, stages }, progress, limit);
    await using place = await startContainer(
      connection,
      from,
      { ...build, name: build.image.tag.replace(':', '-'), network: networkOf(build) },
      limit,
    );
    // Another process may have built it while this one waited for the container's name.
    if ((await findImage(connection, build.image.tag)) !== null) return;
    const programs = await ownPrograms(connection, build, limit);
    await fill(place, build);
    await prepareCertificates(place, build.registries, limit);
    for (const step of stepsOf(build.recipe)) {
      progress(step.command);
      await runStep(place, step, buildVariables(build.registries), limit);
    }
    await requireOwnPrograms(place, programs);
    await commit(place, build.image.tag);
  } catch (cause) {
    if (signal.aborted) throw interrupted();
    if (cause instanceof AssayError) throw cause;
    const message = `The environment of ${named(build.recipe)} could not be built: ${messageOf(cause).trim()}${hintOf(build.registries)}`;
    throw new AssayError('IMAGE_BUILD_FAILED', message, { cause });
  }
}

/** A proxy or registry that asks for a password is the likely reason if one was kept from the build. */
function hintOf({ withheld }: HostRegistries): string {
  if (withheld.length === 0) return '';
  return `\nThe names and passwords in ${withheld.join(', ')} were not passed on, because a build runs commands of the suite's author. If it needs one of these places, use a proxy or a mirror that asks for no password.`;
}

function named({ suite, task }: EnvironmentRecipe): string {
  return task === null ? `suite "${suite}"` : `task "${task}" of suite "${suite}"`;
}

/** Programs of a Dockerfile run in it as well, so it has no network that nothing of the recipe needs. */
function networkOf({ recipe, registries }: EnvironmentBuild): Network {
  if (!needsRegistries(recipe)) return 'none';
  return needsHostNetwork(registries) ? 'host' : 'default';
}

async function commit({ container }: BuildContainer, tag: string): Promise<void> {
  const [, version] = tag.split(':');
  await container.commit({
    _query: { container: container.id, repo: ENVIRONMENT_REPOSITORY, tag: version, pause: true },
    _body: { User: '10001:10001', WorkingDir: '/workspace', Entrypoint: [], Cmd: ['bash'] },
  });
}

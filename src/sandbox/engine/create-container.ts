import type Docker from 'dockerode';
import { AssayError } from '../../base/assay-error.ts';
import { containerOptions } from '../docker/container-options.ts';
import { engineFault, isMissingFromEngine, isTaken } from '../docker/engine-fault.ts';
import { drawUsers, type Users } from '../docker/users.ts';
import { imageMissing, type SandboxImage } from '../image/image.ts';
import { readSeccompProfile } from '../image/seccomp-profile.ts';
import type { SandboxOutline } from '../sandbox.ts';
import type { EngineContext } from './engine-context.ts';

export type CreatedContainer = { container: Docker.Container; users: Users };

/** Enough that even an engine full of sandboxes has free ids among them. */
const DRAWS = 100;

/** Creates a container whose users no other container of the engine has. */
export async function createContainer(
  context: Pick<EngineContext, 'connection' | 'image' | 'session' | 'runtime' | 'machine'>,
  outline: SandboxOutline,
  nameFolder: string | null,
): Promise<CreatedContainer> {
  const { connection, image, ...frame } = context;
  const seccomp = await readSeccompProfile();
  for (let draw = 0; draw < DRAWS; draw++) {
    const users = drawUsers();
    const options = containerOptions(outline, { ...frame, image: image.tag, seccomp, users, nameFolder });
    const container = await createUnlessTaken(connection.docker, options, image);
    if (container !== null) return { container, users };
  }
  throw new AssayError('ENGINE_FAILED', 'The Docker engine has no name left for another sandbox.');
}

type Options = Docker.ContainerCreateOptions;

/**
 * Without this, the client repeats all options in the URL, which with a seccomp profile is longer than many servers
 * and proxies take.
 */
function inBody(options: Options): Options & { _query: Pick<Options, 'name'>; _body: Options } {
  const { name = '' } = options;
  return { _query: { name }, _body: options };
}

/** `null` if another container has the name. */
async function createUnlessTaken(
  docker: Docker,
  options: Docker.ContainerCreateOptions,
  image: SandboxImage,
): Promise<Docker.Container | null> {
  try {
    return await docker.createContainer(inBody(options));
  } catch (cause) {
    if (isTaken(cause)) return null;
    throw isMissingFromEngine(cause) ? imageMissing(image) : engineFault(cause, 'create a sandbox');
  }
}

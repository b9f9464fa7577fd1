import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import type { EngineConnection } from '../docker/connect-engine.ts';
import { ROOT } from '../docker/container-options.ts';
import { isGone, isTaken } from '../docker/engine-fault.ts';
import { followExec, type RunningContainer } from '../docker/exec.ts';
import { packContents } from '../files/pack-files.ts';
import type { SandboxContents, SandboxEntry, SandboxFile } from '../sandbox.ts';
import { ENVIRONMENT_LABEL, type EnvironmentRecipe, ownerOf, SCRATCH, variablesOf } from './environment.ts';
import { KEPT_CHARACTERS, withEndOf } from './progress.ts';

export const BUILD_LIMIT_MS = 30 * 60_000;
const WAIT_MS = 500;

export type Network = 'none' | 'host' | 'default';

export type BuildContainer = RunningContainer & AsyncDisposable;

/**
 * The container lives as long as its input is open, so it ends with this process, however that ends; the
 * engine then removes it and its volume.
 */
export async function startContainer(
  { docker, streams }: EngineConnection,
  from: string,
  { name, recipe, network }: { name: string | null; recipe: EnvironmentRecipe; network: Network },
  signal: AbortSignal,
): Promise<BuildContainer> {
  const container = await createOnce(docker, signal, {
    ...(name === null ? {} : { name }),
    Image: from,
    User: ROOT,
    Entrypoint: ['/bin/cat'],
    Cmd: [],
    ...{ AttachStdin: true, OpenStdin: true, StdinOnce: true },
    Env: Object.entries(variablesOf(recipe)).map(([name, value]) => `${name}=${value}`),
    Labels: { assay: '1', [ENVIRONMENT_LABEL]: ownerOf(recipe) },
    HostConfig: {
      AutoRemove: true,
      NetworkMode: network,
      Mounts: [{ Type: 'volume', Source: '', Target: SCRATCH }],
      LogConfig: { Type: 'none', Config: {} },
    },
  });
  const attached = streams.getContainer(container.id);
  const input = await attached.attach({ stream: true, stdin: true, hijack: true, abortSignal: signal });
  const place = {
    container,
    streams,
    async [Symbol.asyncDispose]() {
      input.end();
      await removed(container);
    },
  };
  try {
    await container.start();
    return place;
  } catch (cause) {
    await place[Symbol.asyncDispose]();
    throw cause;
  }
}

/** The engine has no two containers with the same name, so of several processes one builds and the others wait. */
async function createOnce(
  docker: Docker,
  signal: AbortSignal,
  options: Docker.ContainerCreateOptions,
): Promise<Docker.Container> {
  for (;;) {
    try {
      return await docker.createContainer(options);
    } catch (cause) {
      if (!isTaken(cause)) throw cause;
      await sleep(WAIT_MS, undefined, { signal });
    }
  }
}

/** Whoever is faster removes it: this, or the engine because the container has ended. */
async function removed(container: Docker.Container): Promise<void> {
  await container.remove({ force: true, v: true }).catch((cause: unknown) => {
    if (!isGone(cause)) throw cause;
  });
}

export async function put(container: Docker.Container, contents: SandboxContents): Promise<void> {
  await container.putArchive(Readable.from([await packContents(contents)]), { path: '/' });
}

export function folderAt(path: string): SandboxEntry {
  return { path, kind: 'folder', isReadable: true };
}

export function fileAt(path: string, content: Uint8Array): SandboxFile {
  return { path, content, executable: false };
}

/** The engine's own record of what differs from the image that the container was made from. */
export async function changedPaths({ container }: BuildContainer): Promise<string[]> {
  const changes: readonly { Path: string }[] | null = await container.changes();
  return (changes ?? []).map(({ Path }) => Path);
}

export async function runCommand(
  place: BuildContainer,
  command: string,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  let output = '';
  const argv = ['/bin/sh', '-ec', command];
  const end = await followExec(place, { argv, user: ROOT, env }, signal, (_stream, bytes) => {
    output = `${output}${bytes}`.slice(-KEPT_CHARACTERS);
  });
  if (end === null) throw new Error(`"${command}" did not end within ${BUILD_LIMIT_MS / 60_000} minutes`);
  if (end.exitCode !== 0) throw new Error(withEndOf(output, `"${command}" ended with ${end.exitCode}`));
}

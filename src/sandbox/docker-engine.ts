import type Docker from 'dockerode';
import { openAuditLog } from './audit/audit-log.ts';
import type { EngineConnection } from './connect-engine.ts';
import { containerOptions, SESSION_LABEL } from './container-options.ts';
import { dockerSandbox, type Openings, remove } from './docker-sandbox.ts';
import type { Reach } from './egress/reach.ts';
import { engineFault, interrupted, isGone } from './engine-fault.ts';
import type { Place } from './exec.ts';
import { findImage, imageMissing } from './image.ts';
import { launchByEngine } from './launch-by-engine.ts';
import { type OpenNetwork, openNetwork } from './pipe/open-network.ts';
import { startInContainer } from './pipe/start-in-container.ts';
import type { Sandbox, SandboxEngine, SandboxSpec } from './sandbox.ts';
import { attachKeeper } from './shell/attach-keeper.ts';
import { keepShell } from './shell/keep-shell.ts';
import { launchAsRoot, launchInShell } from './shell/launch-in-shell.ts';
import { unpack } from './unpack.ts';

/** What all sandboxes of an engine have in common. */
export type Surroundings = {
  connection: EngineConnection;
  image: string;
  session: string;
  /** One that the engine has, as `runc` or `runsc`; `null`: its default. */
  runtime: string | null;
  /** How hosts are reached that a trial's policy allows; public ones only, unless said. */
  reach?: Reach;
};

export function dockerEngine(surroundings: Surroundings): SandboxEngine {
  return {
    imageDigest: () => imageDigest(surroundings),
    create: (spec, signal) => create(surroundings, spec, signal),
  };
}

async function imageDigest({ connection, image }: Surroundings): Promise<string> {
  const digest = await findImage(connection, image);
  if (digest === null) throw imageMissing(image);
  return digest;
}

async function create(surroundings: Surroundings, spec: SandboxSpec, signal?: AbortSignal): Promise<Sandbox> {
  if (signal?.aborted) throw interrupted();
  const container = await createContainer(surroundings, spec);
  try {
    const place = await startContainer(container, surroundings.connection);
    const openings = await furnish(place, spec, surroundings, signal);
    if (signal?.aborted) throw interrupted();
    return dockerSandbox(place, spec, openings);
  } catch (cause) {
    await remove({ container });
    throw engineFault(cause, 'start a sandbox');
  }
}

async function startContainer(container: Docker.Container, { streams }: EngineConnection): Promise<Place> {
  const keeper = await attachKeeper(streams.getContainer(container.id));
  await container.start();
  return { container, streams, asRoot: launchAsRoot(container, keeper) };
}

async function furnish(
  place: Place,
  spec: SandboxSpec,
  surroundings: Surroundings,
  signal = AbortSignal.any([]),
): Promise<Openings> {
  const openShell = spec.shell && spec.audit === undefined ? keepShell(place, signal) : null;
  const byEngine = launchByEngine(place);
  const mounted = spec.mounts.flatMap(({ files }) => files);
  const [network, audit] = await Promise.all([
    networkOf(place, spec, surroundings, signal),
    spec.audit === undefined ? null : openAuditLog(place, spec.audit.paths),
    unpack(place.asRoot, mounted),
    unpack(openShell === null ? byEngine : launchInShell(openShell, byEngine), spec.files),
  ]);
  return { network, audit, openShell };
}

async function networkOf(
  place: Place,
  { network }: SandboxSpec,
  { reach }: Surroundings,
  signal: AbortSignal,
): Promise<OpenNetwork | null> {
  return network === undefined ? null : openNetwork(startInContainer(place, signal), network, reach);
}

async function createContainer(
  { connection, image, session, runtime }: Surroundings,
  spec: SandboxSpec,
): Promise<Docker.Container> {
  try {
    return await connection.docker.createContainer(containerOptions(spec, { image, session, runtime }));
  } catch (cause) {
    throw isGone(cause) ? imageMissing(image) : engineFault(cause, 'create a sandbox');
  }
}

/** Removes every sandbox of a session and says how many; another process may be at it too. */
export async function reap({ docker }: EngineConnection, session: string): Promise<number> {
  try {
    const filters = { label: [`${SESSION_LABEL}=${session}`] };
    const found = await docker.listContainers({ all: true, filters });
    await Promise.all(found.map(({ Id }) => removeUnlessGone(docker.getContainer(Id))));
    return found.length;
  } catch (cause) {
    throw engineFault(cause, 'remove sandboxes');
  }
}

async function removeUnlessGone(container: Docker.Container): Promise<void> {
  await container.remove({ force: true, v: true }).catch((cause) => {
    if (!isGone(cause)) throw cause;
  });
}

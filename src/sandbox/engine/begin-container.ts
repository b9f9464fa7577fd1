import type Docker from 'dockerode';
import { containerOptions } from '../docker/container-options.ts';
import { engineFault, isGone } from '../docker/engine-fault.ts';
import type { Place } from '../docker/exec.ts';
import { imageMissing } from '../image/image.ts';
import { readSeccompProfile } from '../image/seccomp-profile.ts';
import type { StartCarrier } from '../network/open-network.ts';
import { startAhead } from '../network/start-ahead.ts';
import { type Apart, startInContainer } from '../network/start-in-container.ts';
import { AgentShells } from '../process/shell/agent-shells.ts';
import { attachKeeper } from '../process/shell/attach-keeper.ts';
import { launchAsRoot } from '../process/shell/launch-in-shell.ts';
import type { Shell } from '../process/shell/shell.ts';
import type { SandboxOutline } from '../sandbox.ts';
import { remove } from './docker-sandbox.ts';
import type { Surroundings } from './surroundings.ts';

/** A container that runs, with what takes time to open in it. */
export type Begun = {
  place: Place;
  keeper: Shell;
  shells: AgentShells;
  startCarrier: StartCarrier | null;
};

/** All of a sandbox that can be made before its files and its gateway are known. */
export async function beginContainer(
  surroundings: Surroundings,
  outline: SandboxOutline,
  signal: AbortSignal,
): Promise<Begun> {
  const container = await createContainer(surroundings, outline);
  try {
    const { streams } = surroundings.connection;
    const apart: Apart = { onBytes: () => undefined };
    const attached = streams.getContainer(container.id);
    const keeper = await attachKeeper(attached, (bytes) => apart.onBytes(bytes), signal);
    await container.start();
    const place = { container, streams, asRoot: launchAsRoot(container, keeper) };
    const shells = new AgentShells(place, keeper, signal);
    const startCarrier = outline.network ? startAhead(startInContainer(keeper, apart)) : null;
    if (outline.shell) await shells.open();
    return { place, keeper, shells, startCarrier };
  } catch (cause) {
    await remove({ container });
    throw engineFault(cause, 'start a sandbox');
  }
}

async function createContainer(
  { connection, image, session, runtime }: Surroundings,
  outline: SandboxOutline,
): Promise<Docker.Container> {
  try {
    const seccomp = await readSeccompProfile();
    return await connection.docker.createContainer(
      containerOptions(outline, { image, session, runtime, seccomp }),
    );
  } catch (cause) {
    throw isGone(cause) ? imageMissing(image) : engineFault(cause, 'create a sandbox');
  }
}

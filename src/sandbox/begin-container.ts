import type Docker from 'dockerode';
import { containerOptions } from './container-options.ts';
import { remove } from './docker-sandbox.ts';
import { engineFault, isGone } from './engine-fault.ts';
import type { Place } from './exec.ts';
import { imageMissing } from './image.ts';
import type { StartCarrier } from './pipe/open-network.ts';
import { startAhead } from './pipe/start-ahead.ts';
import { type Apart, startInContainer } from './pipe/start-in-container.ts';
import type { SandboxOutline } from './sandbox.ts';
import { readSeccompProfile } from './seccomp-profile.ts';
import { AgentShells } from './shell/agent-shells.ts';
import { attachKeeper } from './shell/attach-keeper.ts';
import { launchAsRoot } from './shell/launch-in-shell.ts';
import type { Shell } from './shell/shell.ts';
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

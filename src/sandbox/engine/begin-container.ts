import { engineFault } from '../docker/engine-fault.ts';
import type { ContainerContext } from '../docker/exec.ts';
import { LAUNCH_LIMIT_MS } from '../docker/launch-limits.ts';
import type { Users } from '../docker/users.ts';
import type { StartCarrier } from '../network/open-network.ts';
import { startAhead } from '../network/start-ahead.ts';
import { type Apart, startInContainer } from '../network/start-in-container.ts';
import { AgentShells } from '../process/shell/agent-shells.ts';
import { attachKeeper } from '../process/shell/attach-keeper.ts';
import { launchAsRoot } from '../process/shell/launch-in-shell.ts';
import type { Shell } from '../process/shell/shell.ts';
import type { SandboxOutline } from '../sandbox.ts';
import { createContainer } from './create-container.ts';
import { remove } from './docker-sandbox.ts';
import type { EngineContext } from './surroundings.ts';

/** A container that runs, with what takes time to open in it. */
export type Begun = {
  place: ContainerContext;
  keeper: Shell;
  shells: AgentShells;
  startCarrier: StartCarrier | null;
};

/** All of a sandbox that can be made before its files and its gateway are known. */
export async function beginContainer(
  surroundings: EngineContext,
  outline: SandboxOutline,
  signal: AbortSignal,
): Promise<Begun> {
  const { container, users } = await createContainer(surroundings, outline);
  try {
    const { streams } = surroundings.connection;
    const apart: Apart = { onBytes: () => undefined };
    const attached = streams.getContainer(container.id);
    const keeper = await attachKeeper(attached, (bytes) => apart.onBytes(bytes), signal);
    await container.start();
    const place = { container, streams, asRoot: launchAsRoot(container, keeper), users };
    const shells = new AgentShells(place, keeper, signal);
    const startCarrier = outline.network ? startAhead(startInContainer(keeper, apart)) : null;
    await Promise.all([untilReady(keeper, users), outline.shell ? shells.open() : null]);
    return { place, keeper, shells, startCarrier };
  } catch (cause) {
    await remove({ container });
    throw engineFault(cause, 'start a sandbox');
  }
}

/** The first process writes the lists of users before it answers anything. */
async function untilReady(keeper: Shell, { agent }: Users): Promise<void> {
  await keeper.seesProcessesOf(agent, AbortSignal.timeout(LAUNCH_LIMIT_MS));
}

import { limitsOf } from '../docker/container-options.ts';
import { engineFault } from '../docker/engine-fault.ts';
import type { ContainerContext } from '../docker/exec.ts';
import { LAUNCH_LIMIT_MS } from '../docker/launch-limits.ts';
import type { Users } from '../docker/users.ts';
import type { StartCarrier } from '../network/open-network.ts';
import { startAhead } from '../network/start-ahead.ts';
import { startInContainer } from '../network/start-in-container.ts';
import { AgentShells } from '../process/shell/agent-shells.ts';
import { attachInitProcess } from '../process/shell/attach-init-process.ts';
import { launchAsRoot } from '../process/shell/launch-in-shell.ts';
import type { Shell } from '../process/shell/shell.ts';
import type { SandboxOutline } from '../sandbox.ts';
import { createContainer } from './create-container.ts';
import { remove } from './docker-sandbox.ts';
import type { EngineContext } from './engine-context.ts';

/** A running container, with what takes time to open in it. */
export type StartedContainer = {
  place: ContainerContext;
  initProcess: Shell;
  shells: AgentShells;
  startCarrier: StartCarrier | null;
};

/** Starts everything of a sandbox that can be made before its files and its gateway are known. */
export async function startContainer(
  context: EngineContext,
  outline: SandboxOutline,
  signal: AbortSignal,
): Promise<StartedContainer> {
  const template = outline.template ?? context;
  const { container, users } = await createContainer({ ...context, ...template }, outline);
  try {
    const { streams } = context.connection;
    const attached = streams.getContainer(container.id);
    const { initProcess, sideChannel } = await attachInitProcess(attached, signal);
    await container.start();
    const limits = limitsOf(template.machine);
    const asRoot = launchAsRoot({ container, limits }, initProcess);
    const place = { container, streams, asRoot, users, limits };
    const shells = new AgentShells(place, initProcess, signal);
    const startCarrier = outline.network ? startAhead(startInContainer(initProcess, sideChannel)) : null;
    await Promise.all([untilReady(initProcess, users), outline.shell ? shells.open() : null]);
    return { place, initProcess, shells, startCarrier };
  } catch (cause) {
    await remove({ container });
    throw engineFault(cause, 'start a sandbox');
  }
}

/** The init process writes the lists of users before it answers anything. */
async function untilReady(initProcess: Shell, { agent }: Users): Promise<void> {
  await initProcess.seesProcessesOf(agent, AbortSignal.timeout(LAUNCH_LIMIT_MS));
}

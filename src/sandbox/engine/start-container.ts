import { limitsOf } from '../docker/container-options.ts';
import { engineFault } from '../docker/engine-fault.ts';
import type { ContainerContext } from '../docker/exec.ts';
import { type Launch, launchOk } from '../docker/launch.ts';
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

/** Succeeds if the lists of names can be read, and the loopback is up. */
const LOOK_AT_NAMES = [
  'read -r _ </etc/hosts && read -r _ </etc/resolv.conf',
  'read -r flags </sys/class/net/lo/flags && ((flags & 1))',
].join(' && ');

/** Starts everything of a sandbox that can be made before its files and its gateway are known. */
export async function startContainer(
  context: EngineContext,
  outline: SandboxOutline,
  signal: AbortSignal,
): Promise<StartedContainer> {
  const { names } = context;
  const nameFolder = (await names?.folder()) ?? null;
  if (!names || nameFolder === null || names.isProven) return start(context, { outline, nameFolder }, signal);
  try {
    const started = await start(context, { outline, nameFolder }, signal);
    names.isProven = true;
    return started;
  } catch (cause) {
    if (signal.aborted) throw cause;
    // The engine may be on another machine, or not allowed to read them. Any other fault comes up again.
    const started = await start(context, { outline, nameFolder: null }, signal);
    names.giveUp();
    return started;
  }
}

async function start(
  context: EngineContext,
  { outline, nameFolder }: { outline: SandboxOutline; nameFolder: string | null },
  signal: AbortSignal,
): Promise<StartedContainer> {
  const template = outline.template ?? context;
  const { container, users } = await createContainer({ ...context, ...template }, outline, nameFolder);
  try {
    const { streams } = context.connection;
    const attached = streams.getContainer(container.id);
    const { initProcess, sideChannel } = await attachInitProcess(attached, signal);
    await container.start();
    const limits = limitsOf(template.machine);
    const asRoot = launchAsRoot({ container, limits }, initProcess);
    const place = { container, streams, asRoot, users, limits, nameFolder };
    const shells = new AgentShells(place, initProcess, signal);
    const startCarrier = outline.network ? startAhead(startInContainer(initProcess, sideChannel)) : null;
    await Promise.all([untilReady(initProcess, users), outline.shell ? shells.open() : null]);
    if (nameFolder !== null && !context.names?.isProven) await lookAtNames(asRoot);
    return { place, initProcess, shells, startCarrier };
  } catch (cause) {
    await remove({ container });
    throw engineFault(cause, 'start a sandbox');
  }
}

async function lookAtNames(asRoot: Launch): Promise<void> {
  await launchOk(asRoot, { argv: ['/bin/bash', '-c', LOOK_AT_NAMES] });
}

/** The init process writes the lists of users before it answers anything. */
async function untilReady(initProcess: Shell, { agent }: Users): Promise<void> {
  await initProcess.seesProcessesOf(agent, AbortSignal.timeout(LAUNCH_LIMIT_MS));
}

import type Docker from 'dockerode';
import { openAuditLog } from '../audit/audit-log.ts';
import type { EngineConnection } from '../docker/connect-engine.ts';
import { SESSION_LABEL } from '../docker/container-options.ts';
import { engineFault, interrupted, isGone } from '../docker/engine-fault.ts';
import { launchByEngine } from '../docker/launch-by-engine.ts';
import { unpack } from '../files/unpack.ts';
import { findImage, imageMissing } from '../image/image.ts';
import { type OpenNetwork, openNetwork, type StartCarrier, type TellAsker } from '../network/open-network.ts';
import { trustAuthority } from '../network/tls/trust-authority.ts';
import { launchAsAgent, launchInShell } from '../process/shell/launch-in-shell.ts';
import type { Sandbox, SandboxEngine, SandboxNetwork, SandboxSpec, SandboxTemplate } from '../sandbox.ts';
import { dockerSandbox, type Openings, remove } from './docker-sandbox.ts';
import type { EngineContext } from './engine-context.ts';
import { outlineOf } from './outline.ts';
import { PreparedContainers } from './prepared-containers.ts';
import type { StartedContainer } from './start-container.ts';
import { callWitness } from './witness.ts';

export function dockerEngine(context: EngineContext): SandboxEngine {
  const prepared = new PreparedContainers(context);
  return {
    imageDigest: (template = context) => imageDigest(context, template),
    prepare: (outline) => prepared.prepare(outline),
    callWitness: () => callWitness(context),
    async create(spec, signal = AbortSignal.any([])) {
      if (signal.aborted) throw interrupted();
      try {
        return await furnish(await prepared.take(outlineOf(spec), signal), spec, context, signal);
      } catch (cause) {
        throw signal.aborted ? interrupted() : cause;
      }
    },
  };
}

async function imageDigest({ connection }: EngineContext, { image }: SandboxTemplate): Promise<string> {
  const digest = await findImage(connection, image.tag);
  if (digest === null) throw imageMissing(image);
  return digest;
}

async function furnish(
  started: StartedContainer,
  spec: SandboxSpec,
  context: EngineContext,
  signal: AbortSignal,
): Promise<Sandbox> {
  try {
    const openings = await open(started, spec, context);
    if (signal.aborted) throw interrupted();
    return dockerSandbox(started.place, spec, openings);
  } catch (cause) {
    await remove(started.place);
    throw engineFault(cause, 'start a sandbox');
  }
}

async function open(
  { place, initProcess, shells, startCarrier }: StartedContainer,
  { network, audit, mounts, grader, ...contents }: SandboxSpec,
  context: EngineContext,
): Promise<Openings> {
  const afresh = grader ? launchAsAgent(place.asRoot, place.users) : launchByEngine(place);
  const asAgent = shells.isTrusted ? launchInShell(shells, afresh) : afresh;
  const mounted = mounts.flatMap((mount) => mount.files);
  const [opened, log] = await Promise.all([
    startCarrier && network ? openTrusted(startCarrier, network, context, { place, shells }) : null,
    audit ? openAuditLog(place, shells, audit) : null,
    unpack(place.asRoot, { files: mounted }),
    unpack(asAgent, contents),
  ]);
  return { network: opened, audit: log, shells, initProcess };
}

/** A network, and with it whatever makes programs believe in the servers that the harness stands for. */
async function openTrusted(
  start: StartCarrier,
  network: SandboxNetwork,
  { outside, secrets }: EngineContext,
  { place, shells }: Pick<StartedContainer, 'place' | 'shells'>,
): Promise<OpenNetwork> {
  const tellAsker: TellAsker = (connection, signal) => shells.askerOf(connection, signal);
  const opened = await openNetwork(start, network, { outside, secrets, tellAsker });
  if (opened.authority !== null) await trustAuthority(place.asRoot, opened.authority);
  return opened;
}

/** Removes every sandbox of a session and returns their number; another process may be doing so too. */
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

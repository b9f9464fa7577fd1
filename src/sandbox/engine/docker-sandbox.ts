import { attest } from '../attest/attest.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { sandboxFault } from '../docker/engine-fault.ts';
import type { ContainerContext } from '../docker/exec.ts';
import type { Launch } from '../docker/launch.ts';
import { launchByEngine } from '../docker/launch-by-engine.ts';
import { putFiles } from '../files/put-files.ts';
import { readTree } from '../files/tree/read-tree.ts';
import type { OpenNetwork } from '../network/open-network.ts';
import {
  startAsGrader,
  startByEngine,
  startInBash,
  startInShell,
} from '../process/command/command-starters.ts';
import { runCommand } from '../process/command/run-command.ts';
import type { AgentShells } from '../process/shell/agent-shells.ts';
import { launchInShell } from '../process/shell/launch-in-shell.ts';
import type { Shell } from '../process/shell/shell.ts';
import { unwatched } from '../process/supervision.ts';
import { causeOfDeath, readConsumption, readWorkMs, tellsDiskFull } from '../resources/read-consumption.ts';
import type { Sandbox, SandboxSpec } from '../sandbox.ts';
import { openChannel } from './channel.ts';

const LONGEST_PATH_BYTES = 4095;
const READ_FILE = `[[ -f $0 && -r $0 ]] && exec head --bytes="$1" -- "$0"`;

/** What was opened in a container before it can be called a sandbox. */
export type Openings = {
  network: OpenNetwork | null;
  audit: AuditLog | null;
  shells: AgentShells;
  initProcess: Shell;
};

/** Creates the sandbox for a running container. */
export function dockerSandbox(
  place: ContainerContext,
  spec: SandboxSpec,
  { network, audit, shells, initProcess }: Openings,
): Sandbox {
  const closing = new AbortController();
  const supervision = audit ?? unwatched(shells);
  const env = { ...network?.env, ...spec.env };
  const byEngine = launchByEngine(place);
  const inShell = launchInShell(shells, byEngine);
  const freshStart = startByEngine(place, supervision);
  const hasOpenShell = spec.shell === true && audit === null;
  const asUser = hasOpenShell ? startInShell(shells, freshStart) : freshStart;
  const starter = spec.grader ? startAsGrader(initProcess) : startInBash(asUser, env);
  const guard = guardFor(place);
  let sawDiskFull = false;
  const launch: Launch = (...asked) => (shells.isTrusted ? inShell : byEngine)(...asked);
  const asAgent: Launch = hasOpenShell
    ? inShell
    : async (request, max) => {
        await supervision.begin();
        return await byEngine({ ...request, ...supervision.wrap({ env: {}, ...request, cwd: '/' }) }, max);
      };
  return {
    id: place.container.id,
    async run(request, signal) {
      shells.agentRuns();
      const result = await guard('run a command', async () => {
        await supervision.begin();
        return await runCommand(place, request, { starter, supervision }, signal);
      });
      sawDiskFull ||= tellsDiskFull(result);
      return result;
    },
    putFiles: (files) => guard('put files into the workspace', () => putFiles(launch, files)),
    readFile: (path, maxBytes) => guard('read a file', () => readFile(asAgent, path, maxBytes)),
    readTree: (roots, named = []) => guard('read the files', () => readTree(launch, roots, named)),
    openChannel: (words = [], sockets = []) =>
      guard('open a channel', () => openChannel(place, { words, sockets }, closing.signal)),
    attest: (request) =>
      guard('look into a sandbox', () =>
        attest(place, launch, { env, placeholders: network?.placeholders ?? [] }, request),
      ),
    readConsumption: () => guard('read what was used', () => readConsumption(place, sawDiskFull)),
    readWorkMs: () => guard('read how much was worked', () => readWorkMs(place)),
    causeOfDeath: () => guard('look for a sandbox that died', () => causeOfDeath(place)),
    gatewayUrl: network?.gatewayUrl ?? null,
    egress: async (of = 'running') => (await network?.events(of)) ?? [],
    sentBytes: () => network?.sent() ?? [],
    stopProcesses: () => guard('stop processes', () => supervision.stop().finally(() => supervision.end())),
    processes: (of = 'running') =>
      guard('read what processes did', async () => (await audit?.record(of)) ?? null),
    async [Symbol.asyncDispose]() {
      closing.abort();
      network?.[Symbol.dispose]();
      audit?.[Symbol.dispose]();
      await remove(place);
    },
  };
}

function guardFor({ container }: ContainerContext) {
  return async <T>(doing: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw await sandboxFault(cause, doing, container);
    }
  };
}

async function readFile(launch: Launch, path: string, maxBytes: number): ReturnType<Sandbox['readFile']> {
  if (path.includes('\0') || Buffer.byteLength(path) > LONGEST_PATH_BYTES) return null;
  const argv = ['/bin/bash', '-c', READ_FILE, path, `${maxBytes + 1}`];
  const { exitCode, stdout } = await launch({ argv }, maxBytes + 1);
  if (exitCode !== 0) return null;
  return { content: stdout.subarray(0, maxBytes), isTruncated: stdout.length > maxBytes };
}

/**
 * A container that cannot be removed now is found by its label when the session ends, or by the next command.
 */
export async function remove({ container }: Pick<ContainerContext, 'container'>): Promise<void> {
  await container.remove({ force: true, v: true }).catch(() => undefined);
}

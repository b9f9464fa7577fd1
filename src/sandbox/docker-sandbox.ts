import { AssayError } from '../base/assay-error.ts';
import { openChannel } from './channel.ts';
import { AGENT, LARGE_MIB, SMALL_MIB } from './container-options.ts';
import { engineFault } from './engine-fault.ts';
import type { Place } from './exec.ts';
import { harnessExec } from './harness-exec.ts';
import { packFiles } from './pack-files.ts';
import type { OpenNetwork } from './pipe/open-network.ts';
import { readTree } from './read-tree.ts';
import { runCommand } from './run-command.ts';
import type { Sandbox, SandboxFile, SandboxSpec } from './sandbox.ts';
import { stopProcesses } from './stop-processes.ts';

const LONGEST_PATH_BYTES = 4095;
const NO_SUCH_FILE = 44;
const READ_FILE = `[[ -f $0 && -r $0 ]] || exit ${NO_SUCH_FILE}; exec head --bytes="$1" -- "$0"`;

/** A sandbox over a running container. */
export function dockerSandbox(place: Place, spec: SandboxSpec, network: OpenNetwork | null): Sandbox {
  const closing = new AbortController();
  const env = { ...network?.env, ...spec.env };
  return {
    id: place.container.id,
    run: (request, signal) => guard('run a command', () => runCommand(place, env, request, signal)),
    readFile: (path, maxBytes) => guard('read a file', () => readFile(place, path, maxBytes)),
    readTree: (roots) => guard('read the files', () => readTree(place, roots)),
    openChannel: () => guard('open a channel', () => openChannel(place, closing.signal)),
    gatewayUrl: network?.gatewayUrl ?? null,
    egress: async (of = 'running') => (await network?.events(of)) ?? [],
    stopProcesses: () => guard('stop processes', () => stopProcesses(place)),
    async [Symbol.asyncDispose]() {
      closing.abort();
      network?.[Symbol.dispose]();
      await remove(place);
    },
  };
}

async function guard<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw engineFault(cause, doing);
  }
}

async function readFile(place: Place, path: string, maxBytes: number): ReturnType<Sandbox['readFile']> {
  if (path.includes('\0') || Buffer.byteLength(path) > LONGEST_PATH_BYTES) return null;
  const argv = ['/bin/bash', '-c', READ_FILE, path, `${maxBytes + 1}`];
  const { exitCode, stdout } = await harnessExec(place, { argv, user: AGENT }, maxBytes + 1);
  if (exitCode === NO_SUCH_FILE) return null;
  if (exitCode !== 0) throw new AssayError('SANDBOX_FAILED', `${path} could not be read in the sandbox.`);
  return { content: stdout.subarray(0, maxBytes), truncated: stdout.length > maxBytes };
}

/** Unpacked by their owner: root has no capability to give files away. */
export async function unpack(place: Place, user: string, files: readonly SandboxFile[]): Promise<void> {
  if (files.length === 0) return;
  const argv = ['/bin/tar', '--extract', '--directory=/', '--no-same-owner'];
  const { exitCode, stderr } = await harnessExec(place, { argv, user, stdin: await packFiles(files) });
  if (exitCode === 0) return;
  const room = `a mount or the workspace takes ${LARGE_MIB} MiB, the home ${SMALL_MIB} MiB`;
  const message = `Files could not be put into the sandbox, where ${room}: ${stderr.toString().trim()}`;
  throw new AssayError('SANDBOX_FAILED', message);
}

/** What cannot be removed now is found by its label when the session ends, or by the next command. */
export async function remove({ container }: Place): Promise<void> {
  await container.remove({ force: true, v: true }).catch(() => undefined);
}

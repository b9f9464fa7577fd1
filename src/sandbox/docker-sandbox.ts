import { AssayError } from '../base/assay-error.ts';
import { attest } from './attest/attest.ts';
import type { AuditLog } from './audit/audit-log.ts';
import { openChannel } from './channel.ts';
import { AGENT, LARGE_MIB, SMALL_MIB } from './container-options.ts';
import { engineFault } from './engine-fault.ts';
import type { Place } from './exec.ts';
import { harnessExec } from './harness-exec.ts';
import { packFiles } from './pack-files.ts';
import type { OpenNetwork } from './pipe/open-network.ts';
import { readTree } from './read-tree.ts';
import { causeOfDeath } from './resources/cause-of-death.ts';
import { readConsumption, tellsDiskFull } from './resources/read-consumption.ts';
import { runCommand } from './run-command.ts';
import type { Sandbox, SandboxFile, SandboxSpec } from './sandbox.ts';
import { type Supervision, unwatched } from './supervision.ts';

const LONGEST_PATH_BYTES = 4095;
const NO_SUCH_FILE = 44;
const READ_FILE = `[[ -f $0 && -r $0 ]] || exit ${NO_SUCH_FILE}; exec head --bytes="$1" -- "$0"`;

/** A sandbox over a running container. */
export function dockerSandbox(
  place: Place,
  spec: SandboxSpec,
  { network, audit }: { network: OpenNetwork | null; audit: AuditLog | null },
): Sandbox {
  const closing = new AbortController();
  const supervision = audit ?? unwatched(place);
  let sawDiskFull = false;
  const env = { ...network?.env, ...spec.env };
  return {
    id: place.container.id,
    async run(request, signal) {
      const result = await guard('run a command', () => runCommand(place, env, request, supervision, signal));
      sawDiskFull ||= tellsDiskFull(result);
      return result;
    },
    readFile: (path, maxBytes) => guard('read a file', () => readFile(place, supervision, path, maxBytes)),
    readTree: (roots) => guard('read the files', () => readTree(place, roots)),
    openChannel: () => guard('open a channel', () => openChannel(place, closing.signal)),
    attest: (request) => guard('look into a sandbox', () => attest(place, env, request)),
    readConsumption: () => guard('read what was used', () => readConsumption(place, sawDiskFull)),
    causeOfDeath: () => guard('look for a sandbox that died', () => causeOfDeath(place)),
    gatewayUrl: network?.gatewayUrl ?? null,
    egress: async (of = 'running') => (await network?.events(of)) ?? [],
    stopProcesses: () => guard('stop processes', () => supervision.stop()),
    processes: () => guard('read what processes did', async () => (await audit?.record()) ?? null),
    async [Symbol.asyncDispose]() {
      closing.abort();
      network?.[Symbol.dispose]();
      audit?.[Symbol.dispose]();
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

async function readFile(
  place: Place,
  supervision: Supervision,
  path: string,
  maxBytes: number,
): ReturnType<Sandbox['readFile']> {
  if (path.includes('\0') || Buffer.byteLength(path) > LONGEST_PATH_BYTES) return null;
  const argv = supervision.wrap(['/bin/bash', '-c', READ_FILE, path, `${maxBytes + 1}`]);
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

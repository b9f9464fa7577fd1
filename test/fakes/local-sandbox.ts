import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { digestOf } from '../../src/base/digest.ts';
import type { AttestedClaim } from '../../src/contracts/attestation.ts';
import type { EgressEvent } from '../../src/contracts/egress.ts';
import { CHANNEL_PATH, HOME, WORKSPACE } from '../../src/contracts/sandbox-places.ts';
import { BoundedBuffer } from '../../src/sandbox/bytes/bounded-buffer.ts';
import { interrupted } from '../../src/sandbox/docker/engine-fault.ts';
import { packContents } from '../../src/sandbox/files/pack-files.ts';
import { putFiles } from '../../src/sandbox/files/put-files.ts';
import { parseTree } from '../../src/sandbox/files/tree/parse-tree.ts';
import { treeRequest } from '../../src/sandbox/files/tree/read-tree.ts';
import { EVERYWHERE } from '../../src/sandbox/network/egress/reach.ts';
import { type OpenNetwork, openNetwork } from '../../src/sandbox/network/open-network.ts';
import type {
  AttestationRequest,
  Channel,
  CommandRequest,
  CommandResult,
  Consumption,
  FileTree,
  Sandbox,
  SandboxEngine,
  SandboxFile,
  SandboxSpec,
} from '../../src/sandbox/sandbox.ts';
import { startLocally } from './local-carrier.ts';

/**
 * Sandboxes without any isolation: commands run on this machine, in a temporary folder that stands for the root. Paths
 * of the sandbox that a command, a variable or a program mentions are turned into the real ones, and back in output.
 */
export function localEngine(): SandboxEngine {
  return {
    imageDigest: async () => digestOf('local'),
    prepare: () => ({ [Symbol.asyncDispose]: async () => undefined }),
    callWitness: () => ({ isSound: async () => true, [Symbol.asyncDispose]: async () => undefined }),
    async create(spec, signal) {
      if (signal?.aborted) throw interrupted();
      const network =
        spec.network === undefined
          ? null
          : await openNetwork(startLocally, spec.network, { outside: EVERYWHERE });
      const sandbox = new LocalSandbox(await mkdtemp(join(tmpdir(), 'assay-local-')), spec, network);
      await sandbox.fill();
      return sandbox;
    },
  };
}

type Role = 'agent' | 'reader';

/** The programs of ours that run in sandboxes are not installed on this machine. */
function ownHere(command: string): string {
  return command.replaceAll('/usr/local/lib/assay/', `${resolve('sandbox')}/`);
}

class LocalSandbox implements Sandbox {
  readonly id: string;
  readonly gatewayUrl: string | null;
  readonly #spec: SandboxSpec;
  readonly #network: OpenNetwork | null;
  readonly #folders: readonly string[];
  readonly #processes = new Map<ChildProcess, Role>();

  constructor(root: string, spec: SandboxSpec, network: OpenNetwork | null) {
    this.id = root;
    this.#spec = spec;
    this.#network = network;
    this.gatewayUrl = network?.gatewayUrl ?? null;
    const mounts = spec.mounts.map((mount) => mount.root);
    this.#folders = [WORKSPACE, HOME, '/tmp', posix.dirname(CHANNEL_PATH), ...mounts];
  }

  async fill(): Promise<void> {
    for (const folder of this.#folders) await mkdir(this.#real(folder), { recursive: true });
    const files = [
      ...this.#spec.mounts.flatMap((mount) => mount.files.map(this.#program)),
      ...this.#spec.files,
    ];
    const input = await packContents({ ...this.#spec, files });
    await execa('tar', ['--extract', `--directory=${this.id}`], { input });
  }

  async run(request: CommandRequest, signal?: AbortSignal): Promise<CommandResult> {
    if (signal?.aborted) throw interrupted();
    const { command, cwd = WORKSPACE, seconds, maxOutputBytes, stdin } = request;
    const [stdout, stderr] = [new BoundedBuffer(maxOutputBytes), new BoundedBuffer(maxOutputBytes)];
    const child = this.#start([
      `--chdir=${this.#real(cwd)}`,
      '/bin/bash',
      '-c',
      ownHere(this.#real(command)),
    ]);
    child.stdout.on('data', (bytes) => stdout.push(bytes));
    child.stderr.on('data', (bytes) => stderr.push(bytes));
    child.stdin.on('error', () => undefined).end(stdin);
    const limit = AbortSignal.timeout(1000 * seconds);
    const ended = AbortSignal.any(signal === undefined ? [limit] : [limit, signal]);
    const exitCode = await exitOf(child, ended);
    if (exitCode === null) stop(child);
    if (signal?.aborted) throw interrupted();
    return {
      exitCode,
      stdout: this.#shown(stdout),
      stderr: this.#shown(stderr),
      isTruncated: stdout.isTruncated || stderr.isTruncated,
      timedOut: limit.aborted,
    };
  }

  async putFiles(files: readonly SandboxFile[]) {
    await putFiles(
      async ({ argv: [program = '', flags = ''], stdin = '' }) => {
        const args = [flags, 'sandbox/put-files.py'];
        const options = { input: stdin, encoding: 'buffer', reject: false } as const;
        const { exitCode = 1, stdout, stderr } = await execa(program, args, options);
        return { exitCode, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr), isTruncated: false };
      },
      files,
      this.id,
    );
  }

  async readFile(path: string, maxBytes: number) {
    const real = this.#real(path);
    const isFile = await stat(real).then(
      (found) => found.isFile(),
      () => false,
    );
    if (!isFile) return null;
    const content = await readFile(real);
    return { content: content.subarray(0, maxBytes), isTruncated: content.length > maxBytes };
  }

  async readTree(roots: readonly string[], named: readonly string[] = []): Promise<FileTree> {
    const input = treeRequest(this.id, roots, named);
    const options = { input, encoding: 'buffer', stripFinalNewline: false } as const;
    const { stdout } = await execa('python3', ['-IS', 'sandbox/read-tree.py'], options);
    return parseTree(Buffer.from(stdout));
  }

  async openChannel(): Promise<Channel> {
    const pipe = this.#real(CHANNEL_PATH);
    await execa('mkfifo', [pipe]);
    const received: Buffer[] = [];
    const reader = this.#start(['/bin/bash', '-c', 'exec 3<>"$0"; exec cat <&3', pipe], 'reader');
    reader.stdout.on('data', (bytes) => received.push(bytes));
    const marker = `end of ${pipe} `;
    let drains = 0;
    const linesOf = () => {
      const lines = Buffer.concat(received).toString().split('\n');
      return lines.filter((line) => line !== '' && !line.startsWith(marker));
    };
    return {
      received: linesOf,
      async drain() {
        const end = `${marker}${++drains}`;
        await appendFile(pipe, `\n${end}\n`);
        while (!Buffer.concat(received).includes(`${end}\n`)) await sleep(5);
        return linesOf();
      },
    };
  }

  async attest({ skills, skillsDir }: AttestationRequest): Promise<AttestedClaim[]> {
    const visible = await readdir(this.#real(skillsDir)).catch(() => []);
    const found = visible.sort().join(', ') || 'none';
    return [
      {
        claim: 'The sandbox is a folder of this machine, for tests.',
        holds: true,
        found: 'local: not isolated',
      },
      { claim: 'The skills are as planned.', holds: visible.join() === [...skills].sort().join(), found },
    ];
  }

  async readConsumption(): Promise<Consumption> {
    const resources = { peakMemoryBytes: null, cpuSeconds: null, peakProcesses: null, bytesWritten: null };
    return { resources, limitsReached: [] };
  }

  /** Nothing is counted here. */
  async readWorkMs() {
    return 0;
  }

  async processes() {
    return null;
  }

  async causeOfDeath() {
    return [];
  }

  async egress(of: 'running' | 'ended' = 'running'): Promise<EgressEvent[]> {
    return (await this.#network?.events(of)) ?? [];
  }

  sentBytes() {
    return this.#network?.sent() ?? [];
  }

  async stopProcesses(): Promise<void> {
    for (const [child, role] of this.#processes) if (role === 'agent') stop(child);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#network?.[Symbol.dispose]();
    for (const child of this.#processes.keys()) stop(child);
    await rm(this.id, { recursive: true, force: true });
  }

  #start(args: readonly string[], role: Role = 'agent'): ChildProcessWithoutNullStreams {
    const { PATH } = process.env;
    const ofSpec = Object.entries(this.#spec.env).map(([name, value]) => [name, this.#real(value)]);
    const env = { PATH, HOME: this.#real(HOME), ...this.#network?.env, ...Object.fromEntries(ofSpec) };
    const child = spawn('/usr/bin/env', args, { env, detached: true });
    this.#processes.set(child, role);
    return child;
  }

  /** Where a path of the sandbox, or every one that a text mentions, really is. */
  #real(text: string): string {
    const folders = this.#folders.map((folder) => folder.slice(1)).join('|');
    return text.replace(new RegExp(`(?<![\\w.-])/(${folders})(?![\\w-])`, 'g'), `${this.id}/$1`);
  }

  #shown(output: BoundedBuffer): string {
    return output.content.toString().replaceAll(this.id, '');
  }

  /** Programs mention paths too. */
  #program = (file: SandboxFile): SandboxFile => {
    if (!file.executable) return file;
    return { ...file, content: Buffer.from(this.#real(Buffer.from(file.content).toString())) };
  };
}

/** `null` where the signal came first. A child of the process may hold its output open, so that is not waited for. */
async function exitOf(child: ChildProcess, signal: AbortSignal): Promise<number | null> {
  try {
    const [code] = await once(child, 'exit', { signal });
    await Promise.race([once(child, 'close'), sleep(100)]);
    return code ?? 128;
  } catch (cause) {
    if (signal.aborted) return null;
    throw cause;
  }
}

function stop(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Its whole group has ended already.
  }
}

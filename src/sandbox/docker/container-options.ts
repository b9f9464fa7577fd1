import { posix } from 'node:path';
import type Docker from 'dockerode';
import type { Machine } from '../../contracts/environment.ts';
import { HOSTNAME } from '../../contracts/sandbox-network.ts';
import { CHANNEL_PATH, HOME, WORKSPACE } from '../../contracts/sandbox-places.ts';
import type { SandboxOutline } from '../sandbox.ts';
import { nameMounts } from './name-files.ts';
import { containerNameOf, type Users } from './users.ts';

/**
 * The user of the container's own init process: not the agent's, so that no command of the agent can end the
 * sandbox. Without any capability even this user can only do what file modes allow.
 */
export const ROOT = '0:0';

/** Where a grader's programs write their own files. */
const GRADER_HOME = '/home/grader';
/** Where verifiers that were written for Harbor leave their reward and their logs. */
const VERIFIER_LOGS = '/logs/verifier';

/** Runs inside: it starts processes for the harness, as the user that it runs as itself. */
export const SHELL = ['/usr/bin/python3', '-IS', '/usr/local/lib/assay/shell.py'];

export const SESSION_LABEL = 'assay.session';
/** Sizes of writable folders whose size no suite decides. Their pages count as memory. */
export const LARGE_MIB = 64;
export const SMALL_MIB = 32;

const MIB = 1024 ** 2;
const PAGE_BYTES = 4096;

/** In the engine's units; the swap limit includes memory, so the same number means no swap. */
export type ContainerLimits = { memory: number; memorySwap: number; pids: number; nanoCpus: number };

export function limitsOf({ memoryMib, cpus, processes }: Machine): ContainerLimits {
  const memory = memoryMib * MIB;
  return { memory, memorySwap: memory, pids: processes, nanoCpus: Math.round(cpus * 1e9) };
}

/** The prefix of the profile in the engine's list of security options. */
export const SECCOMP_OPTION = 'seccomp=';

/** What every sandbox of a session is made with. */
type Frame = {
  image: string;
  session: string;
  runtime: string | null;
  /** The profile in the form that the engine accepts. */
  seccomp: string;
  users: Users;
  machine: Machine;
  /** The folder of the lists of names that it mounts; `null` leaves them to the engine. */
  nameFolder: string | null;
};

export function containerOptions(
  { purpose, mounts, grader }: SandboxOutline,
  { image, session, runtime, seccomp, users, machine, nameFolder }: Frame,
): Docker.ContainerCreateOptions {
  const limits = limitsOf(machine);
  return {
    name: containerNameOf(users),
    Image: image,
    Entrypoint: [...SHELL],
    Cmd: [`${users.agent}`, `${users.grader}`],
    User: ROOT,
    ...{ AttachStdin: true, AttachStdout: true, AttachStderr: true, OpenStdin: true, StdinOnce: true },
    Hostname: HOSTNAME,
    NetworkDisabled: nameFolder !== null,
    Labels: { assay: '1', [SESSION_LABEL]: session, 'assay.purpose': purpose },
    HostConfig: {
      ...(runtime === null ? {} : { Runtime: runtime }),
      NetworkMode: 'none',
      // The pipe answers here; the machine's own resolver is none of the agent's business.
      Dns: ['127.0.0.1'],
      DnsSearch: ['.'],
      ...(nameFolder === null ? {} : ownLoopback(nameFolder)),
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      // Needed to become the grader's user or the agent's, neither of which has or gets any capability.
      CapAdd: grader ? ['SETUID', 'SETGID'] : [],
      SecurityOpt: ['no-new-privileges', `${SECCOMP_OPTION}${seccomp}`],
      Init: true,
      PidsLimit: limits.pids,
      Memory: limits.memory,
      MemorySwap: limits.memorySwap,
      NanoCpus: limits.nanoCpus,
      Ulimits: [
        { Name: 'nofile', Soft: 4096, Hard: 4096 },
        { Name: 'core', Soft: 0, Hard: 0 },
      ],
      LogConfig: { Type: 'none', Config: {} },
      Tmpfs: placesOf(
        mounts.map(({ root }) => root),
        grader,
        { users, diskMib: machine.diskMib },
      ),
    },
  };
}

/**
 * Even for a container without a network, the engine sets one up, and starts itself twice to do so. Without that, the
 * kernel makes the same loopback, except that the engine would switch IPv6 off, and write the lists of names.
 */
function ownLoopback(nameFolder: string): Pick<Docker.HostConfig, 'Mounts' | 'Sysctls'> {
  return { Mounts: nameMounts(nameFolder), Sysctls: { 'net.ipv6.conf.all.disable_ipv6': '1' } };
}

function placesOf(
  mountRoots: readonly string[],
  grader: boolean,
  { users, diskMib }: { users: Users; diskMib: number },
): Record<string, string> {
  const ofAgent = `uid=${users.agent},gid=${users.agent},mode=0755`;
  const ofGrader = `uid=${users.grader},gid=${users.grader},mode=0700`;
  const forGrader = `gid=${users.grader},mode=0750`;
  return {
    [WORKSPACE]: tmpfs(diskMib, ofAgent),
    [HOME]: tmpfs(SMALL_MIB, ofAgent),
    // In a shared folder, a grader would write where the program under test can put links.
    '/tmp': tmpfs(diskMib, grader ? ofAgent : 'mode=1777'),
    '/dev/shm': tmpfs(LARGE_MIB, 'mode=1777'),
    // The engine exposes the kernel's message queues here as files, with names of the agent's choice.
    '/dev/mqueue': 'ro,noexec,nosuid,nodev,size=4k,nr_inodes=1',
    ...(grader
      ? { [GRADER_HOME]: tmpfs(LARGE_MIB, ofGrader), [VERIFIER_LOGS]: tmpfs(SMALL_MIB, ofGrader) }
      : {}),
    [posix.dirname(CHANNEL_PATH)]: tmpfs(1, 'mode=0755'),
    ...Object.fromEntries(mountRoots.flatMap(foldersAbove).map((path) => [path, tmpfs(SMALL_MIB, ofAgent)])),
    ...Object.fromEntries(
      mountRoots.map((path) => [path, tmpfs(LARGE_MIB, grader ? forGrader : 'mode=0755')]),
    ),
  };
}

function tmpfs(sizeMib: number, owner: string): string {
  // Allows as many files as pages: empty files take no page, but would take the
  // kernel's memory without bound.
  return `rw,exec,nosuid,nodev,size=${sizeMib}m,nr_inodes=${(sizeMib * MIB) / PAGE_BYTES},${owner}`;
}

/**
 * The engine would create the folders between the agent's home and a mount as root,
 * and lock the agent out of them.
 */
function foldersAbove(mountRoot: string): string[] {
  const folders: string[] = [];
  for (
    let path = posix.dirname(mountRoot);
    path.startsWith(`${HOME}/`) || path.startsWith(`${WORKSPACE}/`);
    path = posix.dirname(path)
  ) {
    folders.push(path);
  }
  return folders;
}

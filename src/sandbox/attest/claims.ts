import type { AttestedClaim } from '../../contracts/attestation.ts';
import { looksLikeKey } from '../../contracts/environment.ts';
import { cgroupText, numberIn } from '../resources/cgroup-files.ts';
import { callClaims } from './call-claims.ts';
import { claim } from './claim.ts';
import type { InsideView } from './look-inside.ts';

/** What the engine reports about the container, as far as claims rest on it. */
export type EngineView = {
  /** The engine has no two containers with the same name. */
  name: string;
  image: string;
  runtime: string;
  networkMode: string;
  mounts: readonly string[];
  privileged: boolean;
  readOnly: boolean;
  memory: number;
  memorySwap: number;
  pids: number;
  nanoCpus: number;
  /** The seccomp profile that the container was given. */
  seccomp: string;
};

export type Expectation = {
  imageDigest: string;
  runtime: string | null;
  /** Names of the skill folders that the agent may find, none in a baseline. */
  skills: readonly string[];
  /** Variables that hold no more than a placeholder of a secret. */
  placeholders?: readonly string[];
};

export type RequestedLimits = Pick<
  EngineView,
  'name' | 'memory' | 'memorySwap' | 'pids' | 'nanoCpus' | 'seccomp'
> & {
  /** The number of the agent's user, which the name contains. */
  agent: number;
};

export const ATTESTED_FILES = [
  '/proc/self/status',
  '/proc/net/dev',
  '/proc/net/route',
  '/proc/net/ipv6_route',
  '/etc/resolv.conf',
] as const;

export const ENGINE_SOCKETS = [
  '/var/run/docker.sock',
  '/run/docker.sock',
  '/run/podman/podman.sock',
  '/run/containerd/containerd.sock',
] as const;

const NO_ROUTE = /unreachable/i;

/**
 * Every claim, in the order in which a person would ask. A claim holds only because of
 * what was found, never by default.
 */
export function claimsOf(
  inside: InsideView,
  engine: EngineView,
  expected: Expectation,
  asked: RequestedLimits,
): AttestedClaim[] {
  return [
    ...networkClaims(inside, engine),
    ...privilegeClaims(inside, engine),
    userClaim(inside, engine, asked),
    ...callClaims(inside, { ...engine, filter: status(inside.files, 'Seccomp') }, asked),
    ...contentClaims(inside, expected),
    ...engineClaims(engine, expected),
    limitClaim(inside, engine, asked),
  ];
}

function networkClaims({ files, connections }: InsideView, { networkMode }: EngineView): AttestedClaim[] {
  const interfaces = rows(files, '/proc/net/dev').flatMap((row) => row.match(/^\s*([^\s:]+):/)?.[1] ?? []);
  const routes = [
    ...rows(files, '/proc/net/route').slice(1),
    ...rows(files, '/proc/net/ipv6_route').filter((row) => !/\slo$/.test(row)),
  ];
  const servers = rows(files, '/etc/resolv.conf').flatMap(
    (row) => row.match(/^nameserver\s+(\S+)/)?.[1] ?? [],
  );
  const answering = [...connections].filter(([, said]) => !NO_ROUTE.test(said));
  return [
    claim('There is no network but the loopback.', same(interfaces, ['lo']) && networkMode === 'none', [
      ...interfaces,
      `mode ${networkMode}`,
    ]),
    claim('No route leads out.', files.has('/proc/net/route') && routes.length === 0, routes),
    claim('No name server is beyond the loopback.', servers.every(isLoopback), servers),
    claim(
      'Neither the host nor a metadata service can be reached.',
      connections.size > 0 && answering.length === 0,
      answering.length === 0
        ? [`no route to ${[...connections.keys()].join(', ')}`]
        : answering.map(([address, said]) => `${address}: ${said || 'no answer in time'}`),
    ),
  ];
}

function privilegeClaims({ files, present }: InsideView, engine: EngineView): AttestedClaim[] {
  const uids = status(files, 'Uid').split(/\s+/);
  const sets = ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map((set) => status(files, set));
  const sockets = ENGINE_SOCKETS.filter((path) => present.includes(path));
  return [
    claim('No engine can be asked.', sockets.length === 0, sockets),
    claim('The agent is not root.', uids.length === 4 && !uids.includes('0') && !engine.privileged, [
      `uid ${uids.join(' ')}`,
    ]),
    claim(
      'It has no capability, and can be given none.',
      sets.every((set) => /^0+$/.test(set)),
      [...new Set(sets)],
    ),
    claim('It cannot gain privileges.', status(files, 'NoNewPrivs') === '1', [
      `NoNewPrivs ${status(files, 'NoNewPrivs') || 'not reported'}`,
    ]),
  ];
}

/**
 * The kernel counts many things per user, so a user shared by several sandboxes could
 * use up in one what another needs.
 */
function userClaim({ files }: InsideView, { name }: EngineView, asked: RequestedLimits): AttestedClaim {
  const numbers = [status(files, 'Uid'), status(files, 'Gid')].flatMap((row) => row.split(/\s+/));
  const isOwn = numbers.length === 8 && numbers.every((number) => number === `${asked.agent}`);
  return claim('No other sandbox has its user.', isOwn && name === asked.name, [
    `users and groups ${[...new Set(numbers)].join(' ') || 'not reported'}`,
    `name ${name}`,
  ]);
}

function contentClaims(inside: InsideView, { skills, placeholders = [] }: Expectation): AttestedClaim[] {
  const graded = inside.present.filter((path) => !ENGINE_SOCKETS.some((socket) => socket === path));
  const keys = inside.variables.filter((name) => looksLikeKey(name) && !placeholders.includes(name));
  const title =
    skills.length === 0 ? 'No skill is visible.' : 'The skill under test is visible, and no other.';
  return [
    claim(title, same(inside.skills, skills), inside.skills),
    claim('Nothing that grading needs is there.', graded.length === 0, graded),
    claim('No variable looks like a key.', inside.variables.length > 0 && keys.length === 0, keys),
  ];
}

function engineClaims(engine: EngineView, { imageDigest, runtime }: Expectation): AttestedClaim[] {
  return [
    claim('The image is the planned one.', engine.image === imageDigest, [engine.image]),
    claim('The runtime is the planned one.', runtime === null || engine.runtime === runtime, [
      engine.runtime,
    ]),
    claim('Nothing of the host is mounted.', engine.mounts.length === 0, engine.mounts),
    claim('The root file system is read-only.', engine.readOnly, [
      engine.readOnly ? 'read-only' : 'writable',
    ]),
  ];
}

/**
 * Checks what the engine says, and what the kernel says if it does: a limit that the
 * engine could not set is none.
 */
function limitClaim({ files }: InsideView, engine: EngineView, asked: RequestedLimits): AttestedClaim {
  const quota = cgroupText(files, 'cpuQuota')?.split(' ')[0] ?? null;
  const period = cgroupText(files, 'cpuPeriod')?.split(' ').at(-1) ?? null;
  const kernel = {
    memory: cgroupText(files, 'memoryLimit'),
    pids: cgroupText(files, 'pidsLimit'),
    cpus: quota === null || period === null ? null : String((numberIn(quota) ?? Infinity) / Number(period)),
  };
  const holds =
    engine.memory === asked.memory &&
    engine.memorySwap === asked.memorySwap &&
    engine.pids === asked.pids &&
    engine.nanoCpus === asked.nanoCpus &&
    isOrUnknown(kernel.memory, asked.memory) &&
    isOrUnknown(kernel.pids, asked.pids) &&
    isOrUnknown(kernel.cpus, asked.nanoCpus / 1e9);
  return claim('Memory, processes and processor time are limited as asked.', holds, [
    `${kernel.memory ?? `${engine.memory} (the engine's word)`} bytes`,
    `${kernel.pids ?? `${engine.pids} (the engine's word)`} processes`,
    `${kernel.cpus ?? `${engine.nanoCpus / 1e9} (the engine's word)`} processors`,
  ]);
}

function isOrUnknown(text: string | null, value: number): boolean {
  return text === null || text === String(value);
}

function isLoopback(server: string): boolean {
  return server.startsWith('127.') || server === '::1';
}

function status(files: InsideView['files'], field: string): string {
  const row = rows(files, '/proc/self/status').find((line) => line.startsWith(`${field}:`));
  return row?.slice(field.length + 1).trim() ?? '';
}

function rows(files: InsideView['files'], file: (typeof ATTESTED_FILES)[number]): string[] {
  return (files.get(file) ?? '').split('\n').filter((row) => row !== '');
}

function same(found: readonly string[], expected: readonly string[]): boolean {
  return JSON.stringify(found.toSorted()) === JSON.stringify(expected.toSorted());
}

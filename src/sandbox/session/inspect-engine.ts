import type { EngineConnection } from '../docker/connect-engine.ts';
import { SESSION_LABEL } from '../docker/container-options.ts';
import { isAbandoned, readLease } from './lease.ts';
import { leaseFolder } from './session.ts';
import { stateDir } from './state-dir.ts';

export type EngineFacts = {
  version: string;
  apiVersion: string;
  runtimes: readonly string[];
  cgroupVersion: string;
  storageDriver: string;
};

export async function describeEngine({ docker }: EngineConnection): Promise<EngineFacts> {
  const [{ Version, ApiVersion }, info] = await Promise.all([docker.version(), docker.info()]);
  const { Runtimes, CgroupVersion, Driver }: InfoAnswer = info;
  return {
    version: Version,
    apiVersion: ApiVersion,
    runtimes: Object.keys(Runtimes ?? {}),
    cgroupVersion: CgroupVersion ?? 'unknown',
    storageDriver: Driver ?? 'unknown',
  };
}

/** The part of the engine's answer that is used; older engines leave some of it out. */
type InfoAnswer = { Runtimes?: Record<string, unknown>; CgroupVersion?: string; Driver?: string };

/** Ids of sandboxes on an engine that do not belong to any known running process. */
export type Unclaimed = {
  /** Their process ran on this machine and has ended. */
  abandoned: string[];
  /**
   * They belong to no session in this state folder: another user's, another machine's, or left by
   * a process that cannot be checked.
   */
  unknown: string[];
};

export async function findUnclaimed({ docker }: EngineConnection, state = stateDir()): Promise<Unclaimed> {
  const containers = await docker.listContainers({ all: true, filters: { label: [SESSION_LABEL] } });
  const unclaimed: Unclaimed = { abandoned: [], unknown: [] };
  for (const { Id, Labels } of containers) {
    const lease = await readLease(leaseFolder(state), Labels[SESSION_LABEL] ?? '');
    if (lease === null) unclaimed.unknown.push(Id.slice(0, 12));
    else if (await isAbandoned(lease)) unclaimed.abandoned.push(Id.slice(0, 12));
  }
  return unclaimed;
}

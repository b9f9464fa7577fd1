import type { EngineConnection } from './connect-engine.ts';
import { SESSION_LABEL } from './container-options.ts';
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

/** What of the engine's answer is used; older engines leave some of it out. */
type InfoAnswer = { Runtimes?: Record<string, unknown>; CgroupVersion?: string; Driver?: string };

/** Ids of sandboxes on this engine that no running process of this machine claims. */
export async function findUnclaimed({ docker }: EngineConnection, state = stateDir()): Promise<string[]> {
  const containers = await docker.listContainers({ all: true, filters: { label: [SESSION_LABEL] } });
  const unclaimed: string[] = [];
  for (const { Id, Labels } of containers) {
    const lease = await readLease(leaseFolder(state), Labels[SESSION_LABEL] ?? '');
    if (lease === null || (await isAbandoned(lease))) unclaimed.push(Id.slice(0, 12));
  }
  return unclaimed;
}

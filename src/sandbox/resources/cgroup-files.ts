const ROOT = '/sys/fs/cgroup';

/** Where a container sees its own limits and counters: the path in cgroup version 2, and in version 1. */
const PLACES = {
  memoryLimit: ['memory.max', 'memory/memory.limit_in_bytes'],
  memoryPeak: ['memory.peak', 'memory/memory.max_usage_in_bytes'],
  memoryEvents: ['memory.events', 'memory/memory.oom_control'],
  pidsLimit: ['pids.max', 'pids/pids.max'],
  pidsPeak: ['pids.peak', 'pids/pids.peak'],
  pidsEvents: ['pids.events', 'pids/pids.events'],
  cpuQuota: ['cpu.max', 'cpu/cpu.cfs_quota_us'],
  cpuPeriod: ['cpu.max', 'cpu/cpu.cfs_period_us'],
  cpuUsage: ['cpu.stat', 'cpuacct/cpuacct.usage'],
  writes: ['io.stat', 'blkio/blkio.throttle.io_service_bytes'],
} as const;

export type CgroupFile = keyof typeof PLACES;

export const CGROUP_FILES: readonly string[] = [
  ...new Set(Object.values(PLACES).flatMap((names) => names.map((name) => `${ROOT}/${name}`))),
];

/** The text from whichever version there is; `null` if the kernel offers neither. */
export function cgroupText(files: ReadonlyMap<string, string>, file: CgroupFile): string | null {
  const found = PLACES[file].map((name) => files.get(`${ROOT}/${name}`)).find((text) => text !== undefined);
  return found === undefined || found === '' ? null : found;
}

/** Parses a bare number; `null` for "max" and anything else. */
export function numberIn(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

/** Returns the number after a name, as in `oom_kill 3`. */
export function numberBehind(name: string, text: string | null): number | null {
  const found = text?.split('\n').find((line) => line.startsWith(`${name} `));
  return numberIn(found?.slice(name.length + 1) ?? null);
}

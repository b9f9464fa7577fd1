import { AssayError } from '../../base/assay-error.ts';
import type { ReachedLimit, Resources } from '../../contracts/resources.ts';
import { WRITABLE } from '../../contracts/sandbox-places.ts';
import { PRINT_FILES, parseSections } from '../bytes/sections.ts';
import type { ContainerContext } from '../docker/exec.ts';
import { launchOk } from '../docker/launch.ts';
import type { CommandResult, Consumption } from '../sandbox.ts';
import { CGROUP_FILES, cgroupText, numberBehind, numberIn } from './cgroup-files.ts';

/** Uses `exec`, because an agent may have left no room for a second process. */
const SCRIPT = `${PRINT_FILES}
print_files "$@"
printf '== free\\n'
exec /bin/df --block-size=1 --output=avail,iavail,target ${WRITABLE.join(' ')}
`;

export async function readConsumption(place: ContainerContext, sawDiskFull: boolean): Promise<Consumption> {
  const argv = ['/bin/bash', '-c', SCRIPT, 'read-consumption', ...CGROUP_FILES];
  const { stdout } = await launchOk(place.asRoot, { argv });
  const sections = parseSections(stdout.toString());
  return { resources: resourcesIn(sections), limitsReached: limitsIn(sections, sawDiskFull) };
}

/** Works without a process in the container: the agent may have left no room for one. */
export async function readWorkMs({ container }: Pick<ContainerContext, 'container'>): Promise<number> {
  const { cpu_stats: used } = await container.stats({ stream: false, 'one-shot': true });
  const nanoseconds = used.cpu_usage.total_usage;
  if (nanoseconds > 0) return nanoseconds / 1e6;
  throw new AssayError('SANDBOX_FAILED', 'The engine does not count the processor time of its containers.');
}

/**
 * A kernel that is out of memory may end the whole container; it always does if the
 * runtime is itself one big process.
 */
export async function causeOfDeath({ container }: ContainerContext): Promise<ReachedLimit[]> {
  const { State } = await container.inspect();
  return !State.Running && State.OOMKilled ? ['memory'] : [];
}

/**
 * A folder in memory does not count the writes that it refused, and room can be freed before
 * anybody looks. So a refusal that a command printed counts too: if made up, it would explain a
 * failure wrongly but change no grade.
 */
export function tellsDiskFull({ stdout, stderr }: CommandResult): boolean {
  return [stdout, stderr].some((text) => /No space left on device|\bENOSPC\b/.test(text));
}

/** What the kernel does not report is `null`. */
export function resourcesIn(files: ReadonlyMap<string, string>): Resources {
  const peakProcesses = numberIn(cgroupText(files, 'pidsPeak'));
  const peakMemoryBytes = numberIn(cgroupText(files, 'memoryPeak'));
  return { peakMemoryBytes, cpuSeconds: cpuSeconds(files), peakProcesses, bytesWritten: bytesWritten(files) };
}

/** Reads the limits reached from the kernel's counters, and from folders without room. */
export function limitsIn(files: ReadonlyMap<string, string>, sawDiskFull = false): ReachedLimit[] {
  const killed = numberBehind('oom_kill', cgroupText(files, 'memoryEvents')) ?? 0;
  const refused = numberBehind('max', cgroupText(files, 'pidsEvents')) ?? 0;
  const [, ...places] = (files.get('free') ?? '').split('\n');
  const isFull = sawDiskFull || places.some((row) => /^\s*0\s|^\s*\d+\s+0\s/.test(row));
  return [
    ...(killed > 0 ? ['memory' as const] : []),
    ...(refused > 0 ? ['pids' as const] : []),
    ...(isFull ? ['disk' as const] : []),
  ];
}

/** Version 2 counts microseconds, version 1 nanoseconds. */
function cpuSeconds(files: ReadonlyMap<string, string>): number | null {
  const text = cgroupText(files, 'cpuUsage');
  const microseconds = numberBehind('usage_usec', text);
  if (microseconds !== null) return microseconds / 1e6;
  const nanoseconds = numberIn(text);
  return nanoseconds === null ? null : nanoseconds / 1e9;
}

/** Version 2 has `8:0 rbytes=1 wbytes=2 …`, version 1 has `8:0 Write 2`. */
function bytesWritten(files: ReadonlyMap<string, string>): number | null {
  const text = cgroupText(files, 'writes');
  if (text === null) return null;
  const amounts = [...text.matchAll(/ (?:wbytes=|Write )(\d+)/g)].map(([, amount]) => Number(amount));
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

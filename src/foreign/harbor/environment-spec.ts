import type { z } from 'zod';
import { EgressPolicy } from '../../contracts/egress.ts';
import { Environment, type Machine } from '../../contracts/environment.ts';
import type { Packages } from '../dockerfile/packages.ts';
import type { LossList } from '../drafting/loss-list.ts';
import { environmentOf, type PackagedTask } from './packaged-task.ts';
import type { EnvironmentConfig } from './task-config.ts';

/** The parts of its sandbox that a task can choose, beside files. */
export type EnvironmentSpec = Partial<z.input<typeof Environment>>;

const UNITS: Readonly<Record<string, number>> = { K: 1 / 1024, M: 1, G: 1024, T: 1024 ** 2 };

export function environmentSpec(task: PackagedTask, packages: Packages, losses: LossList): EnvironmentSpec {
  const config = environmentOf(task.config);
  const lists = Object.entries(packages).filter(([, names]) => names.length > 0);
  const variables = variablesOf(task, config, losses);
  const machine = machineOf(task, config, losses);
  noteUnused(task, config, losses);
  return {
    ...Object.fromEntries(lists),
    ...(Object.keys(variables).length > 0 ? { variables } : {}),
    ...(Object.keys(machine).length > 0 ? { machine } : {}),
  };
}

/** The section of a task's file that describes its sandbox, under whichever of its two names. */
function sectionOf({ config }: PackagedTask): 'environment' | 'sandbox' {
  return config.environment == null && config.sandbox != null ? 'sandbox' : 'environment';
}

function machineOf(
  task: PackagedTask,
  config: Partial<EnvironmentConfig>,
  losses: LossList,
): Partial<z.input<typeof Machine>> {
  const { config: verifier } = task.verifier;
  const all = [sizesIn(config), sizesIn(verifier?.environment ?? verifier?.sandbox ?? {})];
  const sizes = {
    memoryMib: { key: 'memory_mb', wanted: largest(all.map(({ memoryMib }) => memoryMib)) },
    cpus: { key: 'cpus', wanted: largest(all.map(({ cpus }) => cpus)) },
    diskMib: { key: 'storage_mb', wanted: largest(all.map(({ diskMib }) => diskMib)) },
  };
  const machine: Partial<z.input<typeof Machine>> = {};
  for (const [name, { key, wanted }] of Object.entries(sizes)) {
    if (wanted === null) continue;
    const size = within(name, name === 'cpus' ? wanted : Math.round(wanted));
    Object.assign(machine, { [name]: size });
    const place = placeOf(task, key);
    if (size !== wanted)
      losses.changed(task.file, place, `${name} is ${size}, the nearest that a sandbox has.`);
  }
  return machine;
}

type Sizes = Pick<EnvironmentConfig, 'cpus' | 'memory_mb' | 'memory' | 'storage_mb' | 'storage'>;

function sizesIn({ cpus, memory_mb, memory, storage_mb, storage }: Partial<Sizes>) {
  return {
    memoryMib: memory_mb ?? mebibytesIn(memory),
    cpus: cpus ?? null,
    diskMib: storage_mb ?? mebibytesIn(storage),
  };
}

/** Agents and graders have sandboxes of one size, which has to do for both. */
function largest(sizes: readonly (number | null)[]): number | null {
  const known = sizes.filter((size) => size !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function placeOf(task: PackagedTask, key: string): string {
  return task.placeOf([sectionOf(task), key]);
}

function mebibytesIn(size: string | number | null | undefined): number | null {
  if (typeof size === 'number') return size;
  const [, number, unit = 'M'] = /^(\d{1,9}(?:\.\d{1,9})?)\s*([KMGT])?i?B?$/i.exec((size ?? '').trim()) ?? [];
  return number === undefined ? null : Number(number) * (UNITS[unit.toUpperCase()] ?? 1);
}

/** The nearest size that the schema takes. */
function within(name: string, wanted: number): number {
  const { minimum = wanted, maximum = wanted } = LIMITS[name] ?? {};
  return Math.min(Math.max(wanted, minimum), maximum);
}

const LIMITS: Readonly<Record<string, { minimum: number; maximum: number }>> = {
  memoryMib: { minimum: 128, maximum: 65_536 },
  cpus: { minimum: 0.25, maximum: 64 },
  diskMib: { minimum: 64, maximum: 192 },
};

/** Values of the machine that Harbor runs on are not there, but for the defaults that a task gives them. */
export function withDefaults(value: string): string | null {
  const filled = value.replace(/\$\{\w+:-([^{}]*)\}/g, '$1');
  return /\$\{\w+\}/.test(filled) ? null : filled;
}

function variablesOf(
  task: PackagedTask,
  { env }: Partial<EnvironmentConfig>,
  losses: LossList,
): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, given] of Object.entries(env ?? {})) {
    const value = withDefaults(given);
    const isAllowed = value !== null && Environment.safeParse({ variables: { [name]: value } }).success;
    if (isAllowed) variables[name] = value;
    else
      losses.incomplete(
        task.file,
        task.placeOf([sectionOf(task), 'env', name]),
        value === null ? ITS_VALUE : 'A suite cannot set this variable, by its name or its value.',
      );
  }
  return variables;
}

const ITS_VALUE = 'Its value comes from the machine that runs the task, and there is none. Write one in.';

const UNUSED = {
  docker_image:
    'A prebuilt image is not used: environments stand on the sandbox image. Install what it brings.',
  gpus: 'Sandboxes have no GPUs.',
  healthcheck: 'Nothing is started before the agent, so nothing is waited for.',
  mcp_servers: 'Agents get no MCP servers.',
  tpu: 'Sandboxes have no TPUs.',
} as const satisfies Partial<Record<keyof EnvironmentConfig, string>>;

function noteUnused(task: PackagedTask, config: Partial<EnvironmentConfig>, losses: LossList): void {
  const { gpus, healthcheck, mcp_servers, tpu, os } = config;
  const used = { gpus, healthcheck, mcp_servers: mcp_servers?.length, tpu };
  for (const [key, detail] of Object.entries(UNUSED))
    if (Reflect.get(used, key)) losses.incomplete(task.file, placeOf(task, key), detail);
  if (os != null && !/^linux$/i.test(os))
    losses.incomplete(task.file, placeOf(task, 'os'), 'Sandboxes are Linux.');
}

/** What agents can reach. Nothing, if that cannot be said. */
export function networkOf(task: PackagedTask, losses: LossList): z.input<typeof EgressPolicy> | null {
  const section = sectionOf(task);
  const config = environmentOf(task.config);
  const agent = task.config.agent ?? {};
  const [mode, place, hosts] =
    agent.network_mode == null
      ? [config.network_mode ?? modeOf(config.allow_internet), [section], config.allowed_hosts]
      : [agent.network_mode, ['agent'], agent.allowed_hosts];
  if (mode === 'no-network') return null;
  if (mode === 'allowlist') return allowing(hosts ?? [], task, [...place, 'allowed_hosts'], losses);
  const key = config.allow_internet == null ? 'network_mode' : 'allow_internet';
  losses.incomplete(task.file, task.placeOf([...place, key]), EVERYTHING);
  return null;
}

const EVERYTHING =
  'All of the internet could be reached; nothing can be. If the task needs hosts, name them under network.';

/** By default, a task of Harbor's can reach everything. */
function modeOf(allowInternet: boolean | null | undefined): 'public' | 'no-network' {
  return allowInternet === false ? 'no-network' : 'public';
}

function allowing(
  hosts: readonly string[],
  task: PackagedTask,
  place: readonly string[],
  losses: LossList,
): z.input<typeof EgressPolicy> | null {
  const isHost = (host: string) => EgressPolicy.safeParse({ kind: 'allow', hosts: [host] }).success;
  const named = [...new Set(hosts.map((host) => host.toLowerCase()))];
  for (const [index, host] of named.entries())
    if (!isHost(host))
      losses.incomplete(task.file, task.placeOf([...place, index]), 'This is no name of a host.');
  const allowed = named.filter(isHost);
  return allowed.length === 0 ? null : { kind: 'allow', hosts: allowed };
}

import type { ProcessRecord } from '../../contracts/process-event.ts';
import { PRINT_FILES, parseSections } from '../bytes/sections.ts';
import type { ContainerContext } from '../docker/exec.ts';
import { launchOk } from '../docker/launch.ts';

const [SNMP, SNMP6] = ['/proc/net/snmp', '/proc/net/snmp6'];

/** A program can deceive its tracer about its calls, but not these counters. */
const COUNTERS = {
  /**
   * Packets that had no route, that a receiver missed, or that the kernel itself answered (echoes). Receivers include the
   * name server of the sandbox.
   */
  undelivered: [
    ...['Ip:OutNoRoutes', 'Icmp:InEchos', 'Udp:IgnoredMulti', 'Udp6IgnoredMulti'],
    ...['Udp:InErrors', 'UdpLite:InErrors', 'Udp6InErrors', 'UdpLite6InErrors'],
    ...['Ip6OutNoRoutes', 'Icmp6InEchos'],
  ],
  /** Datagrams to a port of the sandbox where nobody listened, neither a program nor the harness. */
  closedPorts: ['Udp:NoPorts', 'UdpLite:NoPorts', 'Udp6NoPorts', 'UdpLite6NoPorts'],
} as const;

export type Undelivered = Pick<ProcessRecord, keyof typeof COUNTERS>;

export const NONE_UNDELIVERED: Undelivered = { undelivered: 0, closedPorts: 0 };

/** Counts from the start of the sandbox. */
export async function countUndelivered({ asRoot }: Pick<ContainerContext, 'asRoot'>): Promise<Undelivered> {
  const script = `${PRINT_FILES}\nprint_files "$@"`;
  const { stdout } = await launchOk(asRoot, {
    argv: ['/bin/bash', '-c', script, 'count-undelivered', SNMP, SNMP6],
  });
  return sumUndelivered(parseSections(stdout.toString()));
}

/** A counter that the kernel does not have counts as zero. */
export function sumUndelivered(files: ReadonlyMap<string, string>): Undelivered {
  const counted = new Map([...inTable(files.get(SNMP) ?? ''), ...inList(files.get(SNMP6) ?? '')]);
  const sumOf = (names: readonly string[]) => names.reduce((sum, name) => sum + (counted.get(name) ?? 0), 0);
  return { undelivered: sumOf(COUNTERS.undelivered), closedPorts: sumOf(COUNTERS.closedPorts) };
}

/** What was counted since an earlier count. */
export function undeliveredBetween(before: Undelivered, after: Undelivered): Undelivered {
  return {
    undelivered: after.undelivered - before.undelivered,
    closedPorts: after.closedPorts - before.closedPorts,
  };
}

/** Parses pairs of lines: `Udp: InDatagrams NoPorts …` and then `Udp: 5 1 …`. */
function inTable(text: string): [string, number][] {
  const rows = text.split('\n').map((row) => row.split(' '));
  return rows.flatMap(([protocol, ...names], index) => {
    const [again, ...values] = rows[index + 1] ?? [];
    if (protocol !== again || !protocol?.endsWith(':')) return [];
    return names.map((name, at): [string, number] => [`${protocol}${name}`, Number(values[at])]);
  });
}

/** Parses lines such as `Ip6OutNoRoutes    0`. */
function inList(text: string): [string, number][] {
  return [...text.matchAll(/^(\w+)\s+(\d+)$/gm)].map(([, name = '', value]) => [name, Number(value)]);
}

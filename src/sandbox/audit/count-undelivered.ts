import { PRINT_FILES, parseSections } from '../bytes/sections.ts';
import type { ContainerContext } from '../docker/exec.ts';
import { launchOk } from '../docker/launch.ts';

const [SNMP, SNMP6] = ['/proc/net/snmp', '/proc/net/snmp6'];

/**
 * Packets that had no route, that nobody received, or that the kernel itself answered (echoes). A program can deceive its
 * tracer about its calls, but not these counters.
 */
const COUNTERS = [
  ...['Ip:OutNoRoutes', 'Icmp:InEchos', 'Udp:IgnoredMulti', 'Udp6IgnoredMulti'],
  ...['Udp:NoPorts', 'Udp:InErrors', 'UdpLite:NoPorts', 'UdpLite:InErrors'],
  ...['Ip6OutNoRoutes', 'Icmp6InEchos'],
  ...['Udp6NoPorts', 'Udp6InErrors', 'UdpLite6NoPorts', 'UdpLite6InErrors'],
];

/** Counts from the start of the sandbox. */
export async function countUndelivered({ asRoot }: Pick<ContainerContext, 'asRoot'>): Promise<number> {
  const script = `${PRINT_FILES}\nprint_files "$@"`;
  const { stdout } = await launchOk(asRoot, {
    argv: ['/bin/bash', '-c', script, 'count-undelivered', SNMP, SNMP6],
  });
  return sumUndelivered(parseSections(stdout.toString()));
}

/** A counter that the kernel does not have counts as zero. */
export function sumUndelivered(files: ReadonlyMap<string, string>): number {
  const counted = new Map([...inTable(files.get(SNMP) ?? ''), ...inList(files.get(SNMP6) ?? '')]);
  return COUNTERS.reduce((sum, name) => sum + (counted.get(name) ?? 0), 0);
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

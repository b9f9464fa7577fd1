import { isLoopbackAddress } from '../../base/public-address.ts';
import type { Evidence } from '../../contracts/evidence.ts';
import { isWithoutWay, NO_EVENTS, type ProcessEvent } from '../../contracts/process-event.ts';
import { CARRIED_PORTS, isOwnName, NAMES_PREFIX } from '../../contracts/sandbox-network.ts';

type Seen = Pick<Evidence, 'egress' | 'processes'>;
type Connect = Extract<ProcessEvent, { kind: 'connect' }>;

/** An attempt to reach something outside of which the harness received nothing. The place is for people. */
export type NotCarried = { host: string | null; place: string };

/** Only the record of processes shows these attempts. */
export function notCarried(seen: Seen): NotCarried[] {
  const names = namesIn(seen);
  return connectsIn(seen).flatMap((event) => outsideOf(event, names) ?? []);
}

/**
 * Packets without a route or missed by a receiver, minus the calls that were told so. A thread can change an
 * address between the moment in which its tracer reads it and the one in which the kernel does, but
 * nobody can change the kernel's counters.
 */
export function undeliveredIn(seen: Seen): string[] {
  return asMissed(withoutReceiver(seen));
}

/**
 * The same, and datagrams to closed ports of the sandbox, if any of them may have been meant for somebody outside: the
 * addresses of looked-up names are inside, too. Where no name was looked up, nobody has an address there.
 */
export function unsearchedIn(seen: Seen): string[] {
  const { closedPorts } = seen.processes ?? NO_EVENTS;
  return asMissed(withoutReceiver(seen) + (hasNamesOutside(seen) ? closedPorts : 0));
}

function withoutReceiver(seen: Seen): number {
  const { undelivered, dropped } = seen.processes ?? NO_EVENTS;
  const told = connectsIn(seen).filter(({ error }) => isWithoutWay(error)).length + dropped.withoutWay;
  return Math.max(0, undelivered - told);
}

function asMissed(count: number): string[] {
  return count > 0 ? [`packets that nobody received (${count})`] : [];
}

/** The address that answered a question is not known if the question was only counted. */
function hasNamesOutside({ egress }: Seen): boolean {
  const answered = egress.filter(
    (event) =>
      (event.kind === 'dns' && event.address !== null) || (event.kind === 'counted' && event.of === 'dns'),
  );
  return answered.some((event) => !('host' in event && event.host !== null && isOwnName(event.host)));
}

/** The pipe carries streams and datagrams, and neither urgent data nor what stands in the headers of packets. */
export function outOfBandIn({ processes }: Seen): string[] {
  const means = (processes?.events ?? []).flatMap((event) =>
    event.kind === 'out-of-band' ? event.means : [],
  );
  return [...new Set(means)].map((name) => `what was sent out of band (${name})`);
}

function connectsIn({ processes }: Seen): Connect[] {
  return (processes?.events ?? []).filter((event) => event.kind === 'connect');
}

function namesIn({ egress }: Seen): ReadonlyMap<string | null, string | null> {
  const questions = egress.filter((event) => event.kind === 'dns');
  return new Map(questions.map(({ address, host }) => [address, host]));
}

function outsideOf(
  { address, transport, error }: Connect,
  names: ReturnType<typeof namesIn>,
): NotCarried | null {
  const { host, port } = partsOf(address);
  if (host !== null && !isLoopback(host)) return { host, place: address };
  if (isWithoutWay(error)) return { host: null, place: `an address outside that was shown as ${address}` };
  if (host === null || !host.startsWith(NAMES_PREFIX)) return null;
  const isCarriedPort = CARRIED_PORTS.includes(port);
  if (isCarriedPort && transport !== 'other') return null;
  const name = names.get(host) ?? null;
  if (name !== null && isOwnName(name)) return null;
  const place = `${name ?? host}:${port}`;
  return { host: name, place: isCarriedPort ? `${place} other than by TCP` : place };
}

/** There is no host if the address is the path of a local socket. */
function partsOf(address: string): { host: string | null; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^/:]*)):(\d+)$/.exec(address) ?? [];
  const host = bracketed ?? plain ?? null;
  return { host: host?.replace(/^::ffff:(?=\d+\.)/, '') ?? null, port: Number(port) };
}

function isLoopback(host: string): boolean {
  return isLoopbackAddress(host) || host === '0.0.0.0' || host === '::';
}

import type { Duplex } from 'node:stream';
import type { EgressDecision } from '../../../contracts/egress.ts';
import type { StreamRules } from './answer-plain.ts';
import { noteHello, readClientHello } from './client-hello.ts';
import { isAllowed, isOpened, isSameHost, type Target } from './decide.ts';
import { firstBytes } from './first-bytes.ts';
import type { NotedRequest } from './framed-requests.ts';
import { hearOut } from './hear-out.ts';
import type { Inbound } from './inbound.ts';
import { type OpenedTls, openTls, refuseTls } from './open-tls.ts';
import { untilClosed } from './outbound.ts';
import { answerRefused, refuseTunnel } from './refuse-tunnel.ts';
import { tunnel } from './tunnel.ts';

/** A tunnel that a client asks the proxy for. */
export type AskedTunnel = { connection: Duplex; target: Target; request: NotedRequest; inbound: Inbound };

/** Answers what a tunnel carries if that is TLS, and otherwise makes the tunnel if its end may be reached. */
export async function answerTunnel(asked: AskedTunnel, rules: StreamRules): Promise<void> {
  const { connection, target } = asked;
  if (rules.authority !== null && isOpened(rules.policy, target)) return await lookInto(asked, rules);
  if (!isAllowed(rules.policy, target)) return refuseTunnel(connection, target, rules.log);
  rules.log.add({ kind: 'connect', atMs: rules.log.now(), ...target, decision: 'forwarded' });
  await passOn(connection, target, rules);
}

async function lookInto(asked: AskedTunnel, rules: StreamRules): Promise<void> {
  const { connection, target } = asked;
  const become = noteTunnel(asked, rules);
  accept(connection);
  const { bytes, isEnded } = await firstBytes(connection);
  if (isEnded || connection.writableEnded) return hearOut(connection);
  const hello = readClientHello(bytes);
  if (hello.status === 'read') {
    noteHello(hello, rules.log);
    const named = { host: hello.serverName ?? target.host, port: target.port };
    const opened = openTls(connection, named, rules);
    if (opened === null) return refuseTls(connection);
    expectEncrypted(asked, opened);
    // The requests inside tell where a tunnel led only if they name the same host.
    return isSameHost(named, target) ? become(opened) : undefined;
  }
  if (!isAllowed(rules.policy, target)) return hearOut(connection);
  const outer = await rules.outbound.reach('tcp', target, untilClosed(connection));
  if ('failure' in outer) return hearOut(connection);
  become('forwarded');
  return await tunnel(connection, outer.socket);
}

/** Records a tunnel, and returns a callback that says what became of it: requests that have events of their own replace it. */
function noteTunnel(
  { target, inbound }: AskedTunnel,
  { log }: StreamRules,
): (outcome: OpenedTls | 'forwarded') => void {
  let outcome: OpenedTls | EgressDecision = 'denied';
  const known = { kind: 'connect', atMs: log.now(), ...target } as const;
  const end = log.follow(() => {
    if (typeof outcome === 'string') return { ...known, decision: outcome };
    const isKnown = outcome.holdsAnything() && isDecrypted(inbound, outcome);
    return isKnown ? null : { ...known, decision: 'denied' };
  });
  inbound.over.then(end);
  return (become) => {
    outcome = become;
  };
}

function expectEncrypted({ inbound, request }: AskedTunnel, opened: OpenedTls): void {
  request.tunnel = opened.decryption;
  inbound.isDecrypted = () => isDecrypted(inbound, opened);
  opened.secured.then(() => {
    const { start = 0, records } = inbound.requests.tunnel ?? {};
    inbound.isEncryptedFrom(start + (records?.helloBytes ?? 0));
  });
}

function isDecrypted({ requests, isCut }: Inbound, { decryption }: OpenedTls): boolean {
  return !isCut && (requests.tunnel?.records.accountsFor(decryption) ?? false);
}

/** Joins both ends without a look at what passes. */
async function passOn(connection: Duplex, target: Target, { outbound }: StreamRules): Promise<void> {
  const outer = await outbound.reach('tcp', target, untilClosed(connection));
  if ('failure' in outer) return answerRefused(connection, '502 Bad Gateway');
  accept(connection);
  return await tunnel(connection, outer.socket);
}

function accept(connection: Duplex): void {
  connection.write('HTTP/1.1 200 Connection established\r\n\r\n');
}

import type { Duplex } from 'node:stream';
import type { EgressDecision } from '../../../contracts/egress.ts';
import type { StreamRules } from './answer-plain.ts';
import { readClientHello } from './client-hello.ts';
import { isAllowed, isOpened, type Target } from './decide.ts';
import { firstBytes } from './first-bytes.ts';
import type { NotedRequest } from './framed-requests.ts';
import { hearOut } from './hear-out.ts';
import type { Inbound } from './inbound.ts';
import { type OpenedTls, openTls, refuseTls } from './open-tls.ts';
import { tunnel } from './tunnel.ts';

/** A tunnel that a client asks the proxy for. */
export type AskedTunnel = { connection: Duplex; target: Target; request: NotedRequest; inbound: Inbound };

/** Answers what a tunnel carries if that is TLS, and otherwise makes the tunnel if its end may be reached. */
export async function answerTunnel(asked: AskedTunnel, rules: StreamRules): Promise<void> {
  const { connection, target } = asked;
  if (rules.authority !== null && isOpened(rules.policy, target)) return await lookInto(asked, rules);
  const mayPass = isAllowed(rules.policy, target);
  const decision = mayPass ? 'forwarded' : 'denied';
  rules.log.add({ kind: 'connect', atMs: rules.log.now(), ...target, decision });
  await passOn(connection, mayPass ? target : null, rules);
}

async function lookInto(asked: AskedTunnel, rules: StreamRules): Promise<void> {
  const { connection, target } = asked;
  const become = noteTunnel(asked, rules);
  accept(connection);
  const { bytes, isEnded } = await firstBytes(connection);
  if (isEnded || connection.writableEnded) return hearOut(connection);
  const hello = readClientHello(bytes);
  if (hello.status === 'read') {
    const named = { host: hello.serverName ?? target.host, port: target.port };
    const opened = openTls(connection, named, rules);
    if (opened === null) return refuseTls(connection);
    expectEncrypted(asked, hello.size, opened);
    return become(opened);
  }
  const outer = isAllowed(rules.policy, target) ? await rules.outside.reach(target) : null;
  if (outer === null) return hearOut(connection);
  become('forwarded');
  return await tunnel(connection, outer);
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

function expectEncrypted({ inbound, request }: AskedTunnel, helloBytes: number, opened: OpenedTls): void {
  request.tunnel = opened.decryption;
  const start = inbound.requests.tunnel?.start ?? 0;
  inbound.isEncryptedFrom(start + helloBytes, () => isDecrypted(inbound, opened));
}

function isDecrypted({ requests, isCut }: Inbound, { decryption }: OpenedTls): boolean {
  return !isCut && (requests.tunnel?.records.accountsFor(decryption) ?? false);
}

/** Joins both ends without a look at what passes; there is no target if it may not be reached. */
async function passOn(connection: Duplex, target: Target | null, { outside }: StreamRules): Promise<void> {
  const outer = target === null ? null : await outside.reach(target);
  if (outer === null) {
    const status = target === null ? '403 Forbidden' : '502 Bad Gateway';
    connection.write(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
    return hearOut(connection);
  }
  accept(connection);
  return await tunnel(connection, outer);
}

function accept(connection: Duplex): void {
  connection.write('HTTP/1.1 200 Connection established\r\n\r\n');
}

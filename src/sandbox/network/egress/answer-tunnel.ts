import type { Duplex } from 'node:stream';
import type { EgressOutcome } from '../../../contracts/egress.ts';
import type { StreamRules } from './answer-plain.ts';
import { noteHello, readClientHello } from './client-hello.ts';
import { isAllowed, isOpened, isSameHost, type Target } from './decide.ts';
import { firstBytes, isRequest } from './first-bytes.ts';
import type { NotedRequest } from './framed-requests.ts';
import { hearOut } from './hear-out.ts';
import type { Inbound } from './inbound.ts';
import { type OpenedTls, openTls, refuseTls } from './open-tls.ts';
import { outcomeOf, untilClosed } from './outbound.ts';
import { answerRefused, refuseTunnel } from './refuse-tunnel.ts';
import { tunnel } from './tunnel.ts';

/** A tunnel that a client asks the proxy for. */
export type AskedTunnel = { connection: Duplex; target: Target; request: NotedRequest; inbound: Inbound };

/** Answers what a tunnel carries, or makes it if its end is a host that is not opened. */
export async function answerTunnel(asked: AskedTunnel, rules: StreamRules): Promise<void> {
  const { connection, target } = asked;
  if (rules.authority !== null && isOpened(rules.policy, target)) return await lookInto(asked, rules);
  if (!isAllowed(rules.policy, target)) return refuseTunnel(connection, target, rules.log);
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
  if (isRequest(bytes)) serveWithin(asked, rules);
  else hearOut(connection);
}

/** What passes is recorded as it came: the requests tell nothing that a search of it would miss. */
function serveWithin({ connection, target }: AskedTunnel, { serveHttp, log }: StreamRules): void {
  serveHttp(connection, {
    target,
    scheme: 'http',
    onRequest: () => undefined,
    onMalformed: () => undefined,
    onTunnel: async (other) => refuseTunnel(connection, other, log),
  });
}

/** Records a tunnel, and returns a callback: requests over TLS, which have events of their own, replace it. */
function noteTunnel({ target, inbound }: AskedTunnel, { log }: StreamRules): (opened: OpenedTls) => void {
  let within: OpenedTls | null = null;
  const known = { kind: 'connect', atMs: log.now(), ...target, decision: 'denied' } as const;
  const end = log.follow(() => {
    const isKnown = (opened: OpenedTls) => opened.holdsAnything() && isDecrypted(inbound, opened);
    if (within === null) return known;
    return isKnown(within) ? null : { ...known, outcome: { kind: 'failed', reason: within.why() } };
  });
  inbound.over.then(end);
  return (opened) => {
    within = opened;
  };
}

function expectEncrypted({ inbound, request }: AskedTunnel, opened: OpenedTls): void {
  request.tunnel = opened.decryption;
  inbound.isDecrypted = () => isDecrypted(inbound, opened);
  opened.secured.then(() => {
    const { start = 0, records } = inbound.requests.tunnel ?? {};
    inbound.isEncryptedFrom(start + (records?.helloBytes.all ?? 0));
  });
}

function isDecrypted({ requests, isCut }: Inbound, { decryption }: OpenedTls): boolean {
  return !isCut && (requests.tunnel?.records.accountsFor(decryption) ?? false);
}

/** Joins both ends without a look at what passes. */
async function passOn(connection: Duplex, target: Target, { outbound, log }: StreamRules): Promise<void> {
  const attempt = { kind: 'connect', atMs: log.now(), ...target, decision: 'forwarded' } as const;
  let outcome: EgressOutcome = { kind: 'abandoned' };
  const end = log.follow(() => ({ ...attempt, outcome }));
  const client = untilClosed(connection);
  const outer = await outbound.reach('tcp', target, client);
  outcome = outcomeOf(outer, client);
  end();
  if ('failure' in outer) return answerRefused(connection, '502 Bad Gateway');
  accept(connection);
  return await tunnel(connection, outer.socket);
}

function accept(connection: Duplex): void {
  connection.write('HTTP/1.1 200 Connection established\r\n\r\n');
}

import type { Duplex } from 'node:stream';
import type { CertificateAuthority } from '../tls/certificate-authority.ts';
import type { OpenedConnections } from '../tls/opened-connections.ts';
import type { EgressRules, HttpOrigin, ServeHttp } from './answer-http.ts';
import { isAllowed, type Target } from './decide.ts';
import { isRequest } from './first-bytes.ts';
import type { NotedRequest } from './framed-requests.ts';
import { hearOut } from './hear-out.ts';
import type { Inbound } from './inbound.ts';
import type { Become } from './note-stream.ts';
import { transportOf, untilClosed } from './outbound.ts';
import type { Scheme } from './request-target.ts';
import { tunnel } from './tunnel.ts';

/** `authority` is `null` where no TLS connection is opened. */
export type StreamRules = EgressRules & {
  authority: CertificateAuthority | null;
  serveHttp: ServeHttp;
  opened: OpenedConnections;
};

/** A connection whose first bytes were read, in the clear. */
export type PlainStream = {
  connection: Duplex;
  scheme: Scheme;
  reached: Target;
  inbound: Inbound;
  first: { bytes: Buffer; isOver: boolean };
  become: (become: Become) => void;
  onTunnel: HttpOrigin['onTunnel'];
};

/** Serves HTTP, and passes anything else on to a host that is allowed. */
export async function answerPlain(stream: PlainStream, rules: StreamRules): Promise<void> {
  const { connection, scheme, reached, first, become } = stream;
  if (first.isOver) return hearOut(connection);
  if (isRequest(first.bytes)) return serveRequests(stream, rules);
  if (!isAllowed(rules.policy, reached)) return hearOut(connection);
  const outer = await rules.outbound.reach(transportOf(scheme), reached, untilClosed(connection));
  if ('failure' in outer) return hearOut(connection);
  become((attempt) => ({ ...attempt, decision: 'forwarded' }));
  await tunnel(connection, outer.socket);
}

function serveRequests(stream: PlainStream, { serveHttp }: StreamRules): void {
  const { connection, scheme, reached, inbound, become, onTunnel } = stream;
  const noted: NotedRequest[] = [];
  let isMalformed = false;
  const isOnRecord = () => !isMalformed && !inbound.isCut && inbound.requests.account(noted).isWhole;
  become((attempt) => (isOnRecord() ? null : attempt));
  inbound.framingBytes = () => inbound.requests.account(noted).framingBytes;
  serveHttp(connection, {
    target: reached.host === null ? null : reached,
    scheme,
    onRequest(asked, request) {
      noted.push(request);
      inbound.leadsTo(asked);
    },
    onMalformed() {
      isMalformed = true;
    },
    onTunnel,
  });
}

import type { Duplex } from 'node:stream';
import type { CertificateAuthority } from '../tls/certificate-authority.ts';
import type { OpenedConnections } from '../tls/opened-connections.ts';
import type { EgressRules, HttpOrigin, ServeHttp } from './answer-http.ts';
import type { Target } from './decide.ts';
import { isRequest } from './first-bytes.ts';
import type { NotedRequest } from './framed-requests.ts';
import { hearOut } from './hear-out.ts';
import type { Inbound } from './inbound.ts';
import type { Become } from './note-stream.ts';
import type { Scheme } from './request-target.ts';

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

/** Serves HTTP, and hears out everything else: nobody could say what a host would take it for. */
export function answerPlain(stream: PlainStream, rules: StreamRules): void {
  const { connection, first } = stream;
  if (!first.isOver && isRequest(first.bytes)) serveRequests(stream, rules);
  else hearOut(connection);
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

import type { Duplex } from 'node:stream';
import type { EgressRules, HttpOrigin } from './answer-http.ts';
import { readClientHello } from './client-hello.ts';
import { isAllowed, type Target } from './decide.ts';
import type { EgressLog } from './egress-log.ts';
import type { NotedRequest } from './framed-requests.ts';
import { hearOut } from './hear-out.ts';
import type { Inbound } from './inbound.ts';
import type { EgressAttempt } from './kept-attempts.ts';
import { type Peek, peek } from './peek.ts';
import { tunnel } from './tunnel.ts';

const MAX_HELLO_BYTES = 5 + 16 * 1024;
/** Clients of some protocols wait for the server to speak first, and others are slow to send their first bytes. */
const LONGEST_SILENCE_MS = 10_000;
const LONGEST_METHOD_BYTES = 16;
/** Fatal: access denied (RFC 8446, section 6.2). */
const TLS_REFUSAL = Buffer.from([21, 3, 3, 0, 2, 2, 49]);

/** The target of a connection, and its incoming bytes. */
type Arrival = { inbound: Inbound; reached: Target };

/** Serves a connection whose first bytes show TLS, HTTP or neither. */
export async function answerStream(
  connection: Duplex,
  { inbound, reached }: Arrival,
  rules: EgressRules,
  serveHttp: (connection: Duplex, origin: HttpOrigin) => void,
): Promise<void> {
  const atMs = rules.log.now();
  const become = noteStream(rules.log, { inbound, reached }, atMs);
  const { bytes, isEnded } = await firstBytes(connection);
  const isOver = isEnded || connection.writableEnded;
  const hello = readClientHello(bytes);
  if (hello.status === 'read') {
    const target = { host: hello.serverName ?? reached.host, port: reached.port };
    const decision = isAllowed(rules.policy, target) ? 'forwarded' : 'denied';
    become(() => ({ kind: 'tls', atMs, ...target, decision }));
    inbound.leadsTo(target);
    inbound.framingBytes = () => hello.size;
    return isOver
      ? hearOut(connection)
      : await answerTls(connection, target, decision === 'forwarded', rules);
  }
  if (isOver || !isRequest(bytes)) return hearOut(connection);
  const noted: NotedRequest[] = [];
  let isMalformed = false;
  const isOnRecord = () => !isMalformed && !inbound.isCut && inbound.requests.account(noted).isWhole;
  become((stream) => (isOnRecord() ? null : stream));
  inbound.framingBytes = () => inbound.requests.account(noted).framingBytes;
  serveHttp(connection, {
    target: reached.host === null ? null : reached,
    onRequest(asked, request) {
      noted.push(request);
      inbound.leadsTo(asked);
    },
    onMalformed() {
      isMalformed = true;
    },
  });
}

type Become = (stream: EgressAttempt) => EgressAttempt | null;

/** Returns a callback that replaces the event once more is known, by `null` if other events account for all bytes. */
function noteStream(log: EgressLog, { inbound, reached }: Arrival, atMs: number): (become: Become) => void {
  let known: Become = (stream) => stream;
  const end = log.follow(() =>
    known({ kind: 'tcp', atMs, ...reached, decision: 'denied', body: inbound.meter.body }),
  );
  inbound.over.then(end);
  return (become) => {
    known = become;
  };
}

/** A client that is silent for long gets an end of stream, and can still send. */
async function firstBytes(connection: Duplex): Promise<Peek> {
  const silence = setTimeout(() => connection.end(), LONGEST_SILENCE_MS);
  try {
    return await peek(connection, isTelling, MAX_HELLO_BYTES);
  } finally {
    clearTimeout(silence);
  }
}

function isTelling(bytes: Buffer): boolean {
  const { status } = readClientHello(bytes);
  if (status !== 'none') return status === 'read';
  return (
    isRequest(bytes) || bytes.length >= LONGEST_METHOD_BYTES || !/^[A-Z]*$/.test(bytes.toString('latin1'))
  );
}

function isRequest(bytes: Buffer): boolean {
  return /^[A-Z]+ /.test(bytes.toString('latin1', 0, LONGEST_METHOD_BYTES));
}

async function answerTls(connection: Duplex, target: Target, mayPass: boolean, { reach }: EgressRules) {
  const outer = mayPass ? await reach(target) : null;
  if (outer !== null) return await tunnel(connection, outer);
  connection.write(TLS_REFUSAL);
  hearOut(connection);
}

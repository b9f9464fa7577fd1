import type { Duplex } from 'node:stream';
import type { EgressRules, HttpOrigin } from './answer-http.ts';
import { readClientHello } from './client-hello.ts';
import { isAllowed, type Target } from './decide.ts';
import { type Attempt, BodyMeter, type EgressLog } from './egress-log.ts';
import { type Peek, peek } from './peek.ts';
import { tunnel } from './tunnel.ts';

const MAX_HELLO_BYTES = 5 + 16 * 1024;
const MAX_UNKNOWN_BYTES = 1024 * 1024;
/** Clients of some protocols wait for a word of the server first, and others are slow to come to theirs. */
const LONGEST_SILENCE_MS = 10_000;
const LONGEST_METHOD_BYTES = 16;
/** Fatal: access denied (RFC 8446, section 6.2). */
const TLS_REFUSAL = Buffer.from([21, 3, 3, 0, 2, 2, 49]);

/** What a stream is recorded as, until more is known of it. */
type Note = { meter: BodyMeter; become: (attempt: Attempt | null) => void };

/** A connection that says by its first bytes what it is: TLS, HTTP, or neither. */
export async function answerStream(
  connection: Duplex,
  reached: Target,
  rules: EgressRules,
  serveHttp: (connection: Duplex, origin: HttpOrigin) => void,
): Promise<void> {
  const atMs = rules.log.now();
  const note = noteStream(rules.log, reached, atMs);
  const { bytes, isEnded } = await firstBytes(connection);
  const hello = readClientHello(bytes);
  if (hello.status === 'read') {
    const target = { host: hello.serverName ?? reached.host, port: reached.port };
    const decision = isAllowed(rules.policy, target) ? 'forwarded' : 'denied';
    note.become({ kind: 'tls', atMs, ...target, decision });
    return isEnded ? undefined : await answerTls(connection, target, decision === 'forwarded', rules);
  }
  if (isEnded) {
    note.meter.push(bytes);
    connection.end();
  } else if (isRequest(bytes)) {
    note.meter.push(bytes);
    const target = reached.host === null ? null : reached;
    serveHttp(connection, { target, onRequest: () => note.become(null) });
  } else {
    await discard(connection, note.meter);
  }
}

function noteStream(log: EgressLog, reached: Target, atMs: number): Note {
  const meter = new BodyMeter();
  let known: Attempt | null | undefined;
  log.add(() =>
    known === undefined ? { kind: 'tcp', atMs, ...reached, decision: 'denied', body: meter.body } : known,
  );
  return {
    meter,
    become: (attempt) => {
      known = attempt;
    },
  };
}

async function firstBytes(connection: Duplex): Promise<Peek> {
  const silence = setTimeout(() => connection.destroy(), LONGEST_SILENCE_MS);
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
  connection.resume().end(TLS_REFUSAL);
}

/** Read for the record, and never answered. */
async function discard(connection: Duplex, meter: BodyMeter): Promise<void> {
  connection.end();
  const limit = setTimeout(() => connection.destroy(), LONGEST_SILENCE_MS);
  try {
    for await (const chunk of connection) {
      meter.push(chunk);
      if (meter.size > MAX_UNKNOWN_BYTES) break;
    }
  } finally {
    clearTimeout(limit);
  }
}

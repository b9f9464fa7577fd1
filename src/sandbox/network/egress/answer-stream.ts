import type { Duplex } from 'node:stream';
import { answerPlain, type StreamRules } from './answer-plain.ts';
import { answerTunnel } from './answer-tunnel.ts';
import { noteHello, readClientHello } from './client-hello.ts';
import { isAllowed, isOpened, type Target } from './decide.ts';
import { firstBytes } from './first-bytes.ts';
import { hearOut } from './hear-out.ts';
import type { Inbound } from './inbound.ts';
import { type Become, noteStream } from './note-stream.ts';
import { openTls, refuseTls } from './open-tls.ts';
import { outcomeOf, untilClosed } from './outbound.ts';
import { tunnel } from './tunnel.ts';

/** A connection as it comes in: its target and its incoming bytes. */
type Stream = { connection: Duplex; reached: Target; inbound: Inbound; become: (become: Become) => void };

type Hello = Extract<ReturnType<typeof readClientHello>, { status: 'read' }>;

/** Serves a connection whose first bytes show TLS, HTTP or neither. */
export async function answerStream(
  connection: Duplex,
  { inbound, reached }: { inbound: Inbound; reached: Target },
  rules: StreamRules,
): Promise<void> {
  const atMs = rules.log.now();
  const become = noteStream(rules.log, { inbound, reached }, atMs);
  const { bytes, isEnded } = await firstBytes(connection);
  const isOver = isEnded || connection.writableEnded;
  const stream = { connection, inbound, reached, become };
  const hello = readClientHello(bytes);
  if (hello.status === 'read') return await answerTls(stream, { hello, atMs, isOver }, rules);
  answerPlain(
    {
      ...stream,
      ...{ scheme: 'http', first: { bytes, isOver } },
      onTunnel: (target, request) => answerTunnel({ connection, target, request, inbound }, rules),
    },
    rules,
  );
}

async function answerTls(
  { connection, inbound, reached, become }: Stream,
  { hello, atMs, isOver }: { hello: Hello; atMs: number; isOver: boolean },
  rules: StreamRules,
): Promise<void> {
  const target = { host: hello.serverName ?? reached.host, port: reached.port };
  const isPassedOn = isAllowed(rules.policy, target) && !isOpened(rules.policy, target);
  const attempt = { kind: 'tls', atMs, ...target, decision: isPassedOn ? 'forwarded' : 'denied' } as const;
  become(() => attempt);
  inbound.leadsTo(target);
  inbound.framingBytes = () => inbound.records.helloBytes.first;
  noteHello(hello, rules.log);
  if (isOver) return hearOut(connection);
  const opened = openTls(connection, target, rules);
  if (opened !== null) {
    const isDecrypted = () => !inbound.isCut && inbound.records.accountsFor(opened.decryption);
    inbound.isDecrypted = isDecrypted;
    inbound.framingBytes = () => (isDecrypted() ? inbound.meter.size : inbound.records.helloBytes.first);
    opened.secured.then(() => inbound.isEncryptedFrom(inbound.records.helloBytes.all));
    const isSeen = () => isDecrypted() && opened.holdsAnything();
    return become(() =>
      isSeen() ? null : { ...attempt, outcome: { kind: 'failed', reason: opened.why() } },
    );
  }
  if (!isPassedOn) return refuseTls(connection);
  become(() => ({ ...attempt, outcome: { kind: 'abandoned' } }));
  const client = untilClosed(connection);
  const outer = await rules.outbound.reach('tcp', target, client);
  become(() => ({ ...attempt, outcome: outcomeOf(outer, client) }));
  return 'failure' in outer ? refuseTls(connection) : await tunnel(connection, outer.socket);
}

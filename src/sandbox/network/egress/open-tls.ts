import type { Duplex } from 'node:stream';
import { isAddress } from '../../../base/public-address.ts';
import { DecryptedConnection } from '../tls/decrypted-connection.ts';
import type { Decryption } from '../tls/tls-records.ts';
import { answerPlain, type StreamRules } from './answer-plain.ts';
import { isOpened, type Target } from './decide.ts';
import { firstBytes } from './first-bytes.ts';
import { hearOut } from './hear-out.ts';
import { noteStream } from './note-stream.ts';
import { refuseTunnel } from './refuse-tunnel.ts';

/** A TLS connection that the harness answers itself. */
export type OpenedTls = {
  decryption: Decryption;
  holdsAnything: () => boolean;
  secured: Promise<void>;
  /** Why there is no request to be seen. */
  why: () => string;
};

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?$/;
/** Fatal: access denied (RFC 8446, section 6.2). */
const REFUSAL = Buffer.from([21, 3, 3, 0, 2, 2, 49]);

/**
 * Takes the part of the server that a client asks for, so that requests are seen, recorded and answered as without TLS.
 * Returns `null` if the policy does not want that, or no certificate can name the host.
 */
export function openTls(connection: Duplex, target: Target, rules: StreamRules): OpenedTls | null {
  const host = target.host?.toLowerCase() ?? '';
  const isNamed = isAddress(host) || HOST_NAME.test(host);
  if (rules.authority === null || !isNamed || !isOpened(rules.policy, target)) return null;
  const decrypted = new DecryptedConnection(connection, rules.authority.credentialsFor(host));
  rules.opened.add(decrypted, connection);
  let holdsAnything = false;
  const told = () => {
    holdsAnything = true;
  };
  answerDecrypted(decrypted, target, rules, told).catch(() => decrypted.destroy());
  const { decryption, secured } = decrypted;
  return { decryption, secured, holdsAnything: () => holdsAnything, why: () => whyUnseen(decryption) };
}

function whyUnseen({ finishedBytes, end }: Decryption): string {
  if (finishedBytes !== null) return 'no request could be read in the TLS connection';
  if (end === 'alerted')
    return "the client gave up the TLS handshake: it may not trust the sandbox's authority";
  return 'the TLS handshake was not completed';
}

export function refuseTls(connection: Duplex): void {
  connection.write(REFUSAL);
  hearOut(connection);
}

async function answerDecrypted(
  connection: DecryptedConnection,
  target: Target,
  rules: StreamRules,
  told: () => void,
): Promise<void> {
  const atMs = rules.log.now();
  const inbound = rules.log.receive(connection, target);
  const become = noteStream(rules.log, { inbound, reached: target }, atMs);
  become((attempt) => (inbound.meter.size === 0 ? null : attempt));
  const { bytes, isEnded } = await firstBytes(connection);
  if (bytes.length > 0) told();
  const isOver = isEnded || connection.writableEnded;
  answerPlain(
    {
      ...{ connection, inbound, become },
      ...{ scheme: 'https', reached: target, first: { bytes, isOver } },
      onTunnel: async (asked) => refuseTunnel(connection, asked, rules.log),
    },
    rules,
  );
}

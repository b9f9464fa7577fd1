import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { bits, contextual, integer, octets, oid, sequence, set, text, time, truth } from './der.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_HOSTS = 64;

/** What a TLS server shows, and proves to own. */
export type Credentials = { key: string | Buffer; cert: string };

/**
 * Issues certificates for the hosts that one sandbox asks for. Its key exists in this process alone, and every sandbox has
 * another one.
 */
export class CertificateAuthority {
  readonly pem: string;
  readonly #name = nameOf(`Assay ${randomBytes(8).toString('hex')}`);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #serverKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #serverKey = this.#serverKeys.privateKey.export({ type: 'pkcs8', format: 'pem' });
  readonly #issued = new Map<string, Credentials>();

  constructor() {
    this.pem = this.#issue(this.#name, this.#keys.publicKey, [
      extension('2.5.29.19', sequence(truth(), integer(0)), 'critical'),
      extension('2.5.29.15', bits(Buffer.from([0x06]), 1), 'critical'),
    ]);
  }

  /** What a TLS server needs to be taken for a host, whose name is lowercase or whose address is plain. */
  credentialsFor(host: string): Credentials {
    const credentials = this.#issued.get(host) ?? { key: this.#serverKey, cert: this.#certificateFor(host) };
    this.#issued.delete(host);
    this.#issued.set(host, credentials);
    for (const oldest of this.#issued.keys()) {
      if (this.#issued.size <= MOST_HOSTS) break;
      this.#issued.delete(oldest);
    }
    return credentials;
  }

  #certificateFor(host: string): string {
    return this.#issue(nameOf(host.slice(0, 64)), this.#serverKeys.publicKey, [
      extension('2.5.29.17', sequence(alternativeName(host))),
      extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1'))),
      extension('2.5.29.15', bits(Buffer.from([0x80]), 7), 'critical'),
    ]);
  }

  /** Issues a certificate (RFC 5280, section 4.1). */
  #issue(subject: Buffer, key: KeyObject, extensions: readonly Buffer[]): string {
    const publicKey = key.export({ type: 'spki', format: 'der' });
    const issuerKey = this.#keys.publicKey.export({ type: 'spki', format: 'der' });
    const now = Date.now();
    const content = sequence(
      contextual(0, 'values', integer(2)),
      integer(...randomBytes(16).map((byte, index) => (index === 0 ? (byte & 0x7f) | 1 : byte))),
      SIGNED_WITH,
      this.#name,
      sequence(time(new Date(now - DAY_MS)), time(new Date(now + 30 * DAY_MS))),
      subject,
      publicKey,
      contextual(
        3,
        'values',
        sequence(
          ...extensions,
          extension('2.5.29.14', octets(identifierOf(publicKey))),
          extension('2.5.29.35', sequence(contextual(0, 'bytes', identifierOf(issuerKey)))),
        ),
      ),
    );
    const signature = sign('sha256', content, this.#keys.privateKey);
    return pemOf(sequence(content, SIGNED_WITH, bits(signature)));
  }
}

/** ECDSA with SHA-256. */
const SIGNED_WITH = sequence(oid('1.2.840.10045.4.3.2'));

function nameOf(commonName: string): Buffer {
  return sequence(set(sequence(oid('2.5.4.3'), text(commonName))));
}

function extension(id: string, value: Buffer, weight: 'critical' | 'usual' = 'usual'): Buffer {
  return sequence(oid(id), ...(weight === 'critical' ? [truth()] : []), octets(value));
}

function identifierOf(key: Uint8Array): Buffer {
  return createHash('sha256').update(key).digest().subarray(0, 20);
}

function alternativeName(host: string): Buffer {
  if (isIPv4(host)) return contextual(7, 'bytes', Buffer.from(host.split('.').map(Number)));
  if (isIPv6(host)) return contextual(7, 'bytes', bytesOfIPv6(host));
  return contextual(2, 'bytes', Buffer.from(host));
}

/** The URL parser writes an embedded IPv4 address as two groups. */
function bytesOfIPv6(address: string): Buffer {
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [before, after ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - (first?.length ?? 0) - (last?.length ?? 0) }, () => '0');
  const groups = [...(first ?? []), ...zeros, ...(last ?? [])];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function pemOf(der: Buffer): string {
  const lines = der.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

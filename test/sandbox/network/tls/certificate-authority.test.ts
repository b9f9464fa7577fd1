import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { duplexPair } from 'node:stream';
import { connect, TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { CertificateAuthority } from '../../../../src/sandbox/network/tls/certificate-authority.ts';

test('its certificate is that of an authority that signed itself', () => {
  const certificate = new X509Certificate(new CertificateAuthority().pem);
  expect(certificate.ca).toBe(true);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkIssued(certificate)).toBe(true);
});

test('each has a name and a key of its own', () => {
  const [one, other] = [new CertificateAuthority(), new CertificateAuthority()].map(
    ({ pem }) => new X509Certificate(pem),
  );
  expect(one?.subject).not.toBe(other?.subject);
  expect(one?.publicKey.equals(other?.publicKey ?? one.publicKey)).toBe(false);
});

test.each([
  ['a name', 'example.com', 'DNS:example.com'],
  ['an IPv4 address', '127.0.0.1', 'IP Address:127.0.0.1'],
  ['an IPv6 address', '::1', 'IP Address:0:0:0:0:0:0:0:1'],
  ['a long IPv6 address', '2001:db8::a:1.2.3.4', 'IP Address:2001:DB8:0:0:0:A:102:304'],
])('a client accepts its certificate for %s', async (_what, host, alternative) => {
  const authority = new CertificateAuthority();
  const found = await certificateSeenBy(authority, host);
  expect(found.subjectAltName).toBe(alternative);
  expect(found.verify(new X509Certificate(authority.pem).publicKey)).toBe(true);
  expect(found.checkIssued(new X509Certificate(authority.pem))).toBe(true);
});

test('a client refuses its certificate for another host', async () => {
  const authority = new CertificateAuthority();
  const credentials = authority.credentialsFor('example.com');
  await expect(certificateSeenBy(authority, 'example.org', credentials)).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
});

test('a name of any length gets a certificate', async () => {
  const host = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.example`;
  const found = await certificateSeenBy(new CertificateAuthority(), host);
  expect(found.subjectAltName).toBe(`DNS:${host}`);
});

/** Connects as a client that trusts the authority alone. */
async function certificateSeenBy(
  authority: CertificateAuthority,
  host: string,
  credentials = authority.credentialsFor(host),
): Promise<X509Certificate> {
  const [inner, outer] = duplexPair();
  const server = new TLSSocket(outer, { isServer: true, ...credentials });
  server.on('error', () => undefined);
  const client = connect({ socket: inner, host, servername: isIP(host) ? '' : host, ca: authority.pem });
  await once(client, 'secureConnect');
  const found = client.getPeerX509Certificate();
  client.destroy();
  if (found === undefined) throw new Error('The server showed no certificate.');
  return found;
}

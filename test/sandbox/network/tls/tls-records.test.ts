import { once } from 'node:events';
import { Duplex, duplexPair, Transform } from 'node:stream';
import { type ConnectionOptions, connect } from 'node:tls';
import { expect, test } from 'vitest';
import { CertificateAuthority } from '../../../../src/sandbox/network/tls/certificate-authority.ts';
import { DecryptedConnection } from '../../../../src/sandbox/network/tls/decrypted-connection.ts';
import { TlsRecords } from '../../../../src/sandbox/network/tls/tls-records.ts';

const HOST = 'docs.example';
const authority = new CertificateAuthority();

/** The two ends of a connection, of which the server's keeps what it gets. */
function tapped() {
  const [client, server] = duplexPair();
  const sent: Buffer[] = [];
  const tap = new Transform({
    transform(chunk, _encoding, done) {
      sent.push(chunk);
      done(null, chunk);
    },
  });
  const connection = Duplex.from({ readable: server.pipe(tap), writable: server });
  return { client, connection, sent: () => Buffer.concat(sent) };
}

/** What a client sends that says `text` over TLS and closes the connection. */
async function session(text: string, options: Pick<ConnectionOptions, 'ciphers' | 'session'> = {}) {
  const { client, connection, sent } = tapped();
  const decrypted = new DecryptedConnection(connection, authority.credentialsFor(HOST));
  const received: Buffer[] = [];
  decrypted.on('data', (chunk) => received.push(chunk));
  const socket = connect({ socket: client, host: HOST, servername: HOST, ca: authority.pem, ...options });
  await once(socket, 'secureConnect');
  const tickets: Buffer[] = [];
  socket.on('session', (ticket) => tickets.push(ticket));
  socket.end(text);
  await once(decrypted, 'end');
  decrypted.end();
  const isResumed = socket.isSessionReused();
  return {
    ...{ received: `${Buffer.concat(received)}`, decryption: decrypted.decryption, sent: sent() },
    ...{ isResumed, tickets },
  };
}

function isAccountedFor(sent: Uint8Array, decryption: Parameters<TlsRecords['accountsFor']>[0]): boolean {
  const records = new TlsRecords();
  for (let at = 0; at < sent.length; at += 7) records.push(sent.subarray(at, at + 7));
  return records.accountsFor(decryption);
}

test.each(['TLS_AES_256_GCM_SHA384', 'TLS_AES_128_GCM_SHA256', 'TLS_CHACHA20_POLY1305_SHA256'])(
  'a session with %s is accounted for',
  async (ciphers) => {
    const text = 'what was said. '.repeat(4000);
    const { received, decryption, sent } = await session(text, { ciphers });
    expect(received).toBe(text);
    expect(isAccountedFor(sent, decryption)).toBe(true);
  },
);

test('a session that is resumed is accounted for', async () => {
  const { tickets } = await session('what was said first');
  await expect.poll(() => tickets.length).toBeGreaterThan(0);
  const { isResumed, received, decryption, sent } = await session('and then', { session: tickets[0] });
  expect({ isResumed, received }).toEqual({ isResumed: true, received: 'and then' });
  expect(isAccountedFor(sent, decryption)).toBe(true);
});

test.each([
  ['a record after the last one', Buffer.from('170303001c'.padEnd(66, '0'), 'hex')],
  ['a part of a record', Buffer.from('1703030011'.padEnd(44, '0'), 'hex').subarray(0, 21)],
  ['a byte after the last record', Buffer.from([23])],
  ['an alert that is not encrypted', Buffer.from('15030300020100', 'hex')],
  ['text', Buffer.from('key: secret\n')],
  ['a record of another version', Buffer.from('17030200110000000000000000000000000000000000', 'hex')],
])('%s is not accounted for', async (_what, more) => {
  const { sent, decryption } = await session('a');
  expect(isAccountedFor(Buffer.concat([sent, more]), decryption)).toBe(false);
});

test('whatever the server has not read is not accounted for', async () => {
  const { sent, decryption } = await session('what was said');
  expect(isAccountedFor(sent, { ...decryption, plainBytes: decryption.plainBytes - 1 })).toBe(false);
  expect(isAccountedFor(sent, { ...decryption, finishedBytes: null })).toBe(false);
  expect(isAccountedFor(sent.subarray(0, -1), decryption)).toBe(false);
});

test('a handshake that the client breaks off is accounted for, with its alert', async () => {
  const { client, connection, sent } = tapped();
  const { decryption } = new DecryptedConnection(connection, authority.credentialsFor(HOST));
  const socket = connect({ socket: client, host: HOST, servername: HOST });
  const [error] = await once(socket, 'error').catch((cause) => [cause]);
  expect(error).toMatchObject({ code: expect.stringMatching(/SELF_SIGNED|UNABLE_TO/) });
  await expect.poll(() => isAccountedFor(sent(), decryption)).toBe(true);
});

import { once } from 'node:events';
import { Duplex, duplexPair, Transform } from 'node:stream';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { CertificateAuthority } from '../../../../src/sandbox/network/tls/certificate-authority.ts';
import { DecryptedConnection } from '../../../../src/sandbox/network/tls/decrypted-connection.ts';

const HOST = 'docs.example';
const authority = new CertificateAuthority();

/** A connection, its client, and the pieces in which the client is sent what it gets. */
function opened() {
  const [inner, outer] = duplexPair();
  const pieces: Buffer[] = [];
  const tap = new Transform({
    transform(chunk, _encoding, done) {
      pieces.push(chunk);
      done(null, chunk);
    },
  });
  tap.pipe(outer);
  const connection = new DecryptedConnection(
    Duplex.from({ readable: outer, writable: tap }),
    authority.credentialsFor(HOST),
  );
  const client = connect({ socket: inner, host: HOST, servername: HOST, ca: authority.pem });
  return { connection, client, pieces };
}

test('an answer in many pieces is sent as one', async () => {
  const { connection, client, pieces } = opened();
  await once(client, 'secureConnect');
  client.write('ask');
  await once(connection, 'data');
  const before = pieces.length;
  connection.cork();
  for (const piece of ['one, ', 'two, ', 'three']) connection.write(piece);
  connection.uncork();
  await expect.poll(() => client.read()?.toString()).toBe('one, two, three');
  expect(pieces.length - before).toBe(1);
});

test('what a client does not wait for is sent with the first answer', async () => {
  const { connection, client, pieces } = opened();
  await once(client, 'secureConnect');
  const before = pieces.length;
  const ticket = once(client, 'session');
  client.write('ask');
  await once(connection, 'data');
  connection.write('answer');
  await expect.poll(() => client.read()?.toString()).toBe('answer');
  await ticket;
  expect(pieces.length - before).toBe(1);
});

test('a connection without an answer is ended with what a client does not wait for', async () => {
  const { connection, client, pieces } = opened();
  await Promise.all([once(client, 'secureConnect'), connection.secured]);
  const before = pieces.length;
  connection.end();
  expect(await client.toArray()).toEqual([]);
  expect(pieces.slice(before).map(({ length }) => length > 200)).toEqual([true]);
});

test('handshakes at the same time, and after one that failed, are told apart', async () => {
  const [inner, outer] = duplexPair();
  const failing = new DecryptedConnection(outer, authority.credentialsFor(HOST));
  inner.end('no handshake');
  await once(failing, 'close');
  for (const texts of [['first'], ['second', 'third', 'fourth'], ['fifth', 'sixth']]) {
    const all = texts.map((text) => ({ text, ...opened() }));
    for (const { client, text } of all) client.end(text);
    const said = await Promise.all(all.map(({ connection }) => connection.toArray()));
    expect(said.map((chunks) => `${Buffer.concat(chunks)}`)).toEqual(texts);
  }
});

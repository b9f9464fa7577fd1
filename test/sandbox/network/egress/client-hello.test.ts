import { once } from 'node:events';
import { Duplex, PassThrough } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readClientHello } from '../../../../src/sandbox/network/egress/client-hello.ts';

/** What this Node.js itself sends first. */
async function helloTo(servername: string): Promise<Buffer> {
  const sent = new PassThrough();
  const socket = Duplex.from({ readable: new PassThrough(), writable: sent });
  const client = connectTls({ socket, servername }).on('error', () => undefined);
  const [chunk] = await once(sent, 'data');
  client.destroy();
  return chunk;
}

test('the server name is read once the message is complete, and not before', async () => {
  const hello = await helloTo('secret.tunnel.example');
  expect(readClientHello(hello)).toEqual({
    status: 'read',
    serverName: 'secret.tunnel.example',
    protocols: [],
    size: hello.length,
  });
  for (let length = 0; length < hello.length; length++) {
    expect(readClientHello(hello.subarray(0, length)).status).toBe('incomplete');
  }
});

test('a message without a server name has none', async () => {
  const hello = await helloTo('');
  expect(readClientHello(hello)).toEqual({
    status: 'read',
    serverName: null,
    protocols: [],
    size: hello.length,
  });
});

test('anything else is rejected without throwing', async () => {
  const hello = await helloTo('a.example');
  expect(readClientHello(Buffer.from('GET / HTTP/1.1')).status).toBe('none');
  const changes = fc.array(fc.tuple(fc.nat({ max: hello.length - 1 }), fc.nat({ max: 255 })), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(changes, (changed) => {
      const broken = Buffer.from(hello);
      for (const [at, value] of changed) broken.writeUInt8(value, at);
      expect(['none', 'incomplete', 'read']).toContain(readClientHello(broken).status);
    }),
  );
});

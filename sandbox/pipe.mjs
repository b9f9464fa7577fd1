// The only way out of a sandbox: it listens on the loopback and carries connections over stdin and
// stdout to the harness, which decides what they reach. It runs as a separate user, so that the
// agent can neither end nor read it.
// Usage: node pipe.mjs '{"gateway":PORT,"proxy":PORT,"dns":PORT,"direct":[PORT,…],"names":"127.64."}'
// Port 0 lets the system choose. "names" is the start of the addresses that stand for names.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CarriedSocket } from './pipe-connection.mjs';
import { encodeFrame, encodeNumber, FRAME, frameReader } from './pipe-frames.mjs';

const LISTENER = { gateway: 0, proxy: 1, direct: 2, dns: 3 };
const MAX_CONNECTIONS = 256;
/** Above this, new connections are refused: no window holds back frames that open and close connections. */
const MAX_QUEUED_BYTES = 64 * 1024 * 1024;
const LONGEST_SETTLING_TURNS = 1000;

const connections = new Map();
let lastId = 0;
let refused = 0;
let sentFrames = 0;

const output = new Socket({ fd: 1, readable: false });
const input = new Socket({ fd: 0, writable: false });
for (const event of ['end', 'close', 'error']) input.on(event, () => process.exit());
output.on('error', () => process.exit());

function send(type, id, payload) {
  sentFrames += 1;
  output.write(encodeFrame(type, id, payload));
}

/** Announces a connection and returns its id; `null` if there is no room for one more. */
function open(listener, address, port) {
  if (connections.size >= MAX_CONNECTIONS || output.writableLength > MAX_QUEUED_BYTES) {
    refused += 1;
    return null;
  }
  lastId += 1;
  const about = Buffer.from([listener, ...address.split('.').map(Number), port >> 8, port & 255]);
  send(FRAME.open, lastId, about);
  return lastId;
}

async function listen(listener, port, host) {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    // A socket that was reset before it was accepted has no address any more.
    if (socket.localAddress === undefined) {
      refused += 1;
      return socket.destroy();
    }
    if (listener === LISTENER.direct && !leadsOut(socket)) return socket.resetAndDestroy();
    const id = open(listener, socket.localAddress, socket.localPort);
    if (id === null) return socket.resetAndDestroy();
    const carried = new CarriedSocket(
      socket,
      (type, payload) => send(type, id, payload),
      () => connections.delete(id),
    );
    connections.set(id, carried);
  });
  server.listen({ port, host, backlog: 511 });
  await once(server, 'listening');
  return server.address().port;
}

/**
 * Other addresses are the sandbox itself, where nobody serves these ports: the listeners hold them at every address, since
 * addresses are given to names as names are looked up. But whoever asks the name server, by TCP too, asks the outside.
 */
function leadsOut({ localAddress, localPort }) {
  return localAddress.startsWith(asked.names) || localPort === asked.dns;
}

/** A DNS query is a connection with one message each way. */
async function answerNames(port) {
  const socket = createSocket('udp4');
  socket.on('message', (question, { address, port: from }) => {
    const id = open(LISTENER.dns, '127.0.0.1', socket.address().port);
    if (id === null) return;
    connections.set(id, {
      receive(type, payload) {
        if (type === FRAME.data && isBound(from)) socket.send(payload, from, address);
        if (type === FRAME.end || type === FRAME.reset) connections.delete(id);
      },
    });
    send(FRAME.data, id, question);
    send(FRAME.end, id);
  });
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  socket.on('error', () => undefined); // An answer that could not be delivered.
  return socket.address().port;
}

/**
 * Whether the client still exists. An answer to nobody would count among the datagrams that nobody received.
 */
function isBound(port) {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')} `;
  return ['/proc/net/udp', '/proc/net/udp6'].some((table) => textOf(table).includes(local));
}

/** Empty if the kernel has no such table. */
function textOf(file) {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** Answers once everything that had arrived before has been passed on. */
async function pong() {
  for (let turn = 0, quiet = 0; quiet < 2 && turn < LONGEST_SETTLING_TURNS; turn++) {
    const before = sentFrames;
    await nextTurn();
    quiet = sentFrames === before ? quiet + 1 : 0;
  }
  send(FRAME.pong, 0, encodeNumber(refused));
}

const asked = JSON.parse(process.argv[2]);
const ports = [
  await listen(LISTENER.gateway, asked.gateway, '127.0.0.1'),
  await listen(LISTENER.proxy, asked.proxy, '127.0.0.1'),
  await answerNames(asked.dns),
];
for (const port of asked.direct) await listen(LISTENER.direct, port, '0.0.0.0');

const receive = frameReader(({ type, id, payload }) => {
  if (type === FRAME.ping) return pong();
  return connections.get(id)?.receive(type, payload);
});
input.on('data', receive);
send(FRAME.ready, 0, Buffer.from(ports.flatMap((port) => [port >> 8, port & 255])));

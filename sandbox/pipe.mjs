// The only way out of a sandbox: it listens on the loopback and carries connections over stdin and
// stdout to the harness, which decides what they reach. It runs as a separate user, so that the
// agent can neither end nor read it.
// Usage: node pipe.mjs '{"gateway":PORT,"proxy":PORT,"dns":PORT,"direct":[PORT,…],"names":"127.64."}'
// Port 0 lets the system choose. "names" is the start of the addresses that stand for names.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Answers } from './pipe-answers.mjs';
import { CarriedSocket } from './pipe-connection.mjs';
import { encodeFrame, encodeNumber, FRAME, frameReader } from './pipe-frames.mjs';
import { PlaceCounts } from './pipe-place-counts.mjs';

const LISTENER = { gateway: 0, proxy: 1, direct: 2, dns: 3 };
/** Carried at a time. The harness has a window for each. */
const MAX_CONNECTIONS = 256;
/** Accepted, and not read before there is room. With those above, they stay below the limit of open files (4,096). */
const MAX_WAITING = 3500;
/** Above this, nothing new is carried: no window holds back frames that open and close connections. */
const MAX_QUEUED_BYTES = 64 * 1024 * 1024;
/** Of questions that are not answered yet. Each takes its place beside its bytes. */
const MAX_QUESTION_BYTES = 16 * 1024 * 1024;
const QUESTION_PLACE_BYTES = 1024;
/** What arrives at the name server while the pipe is busy. The kernel may allow less. */
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;
const LONGEST_SETTLING_TURNS = 1000;
/** How long connections may wait for room once the harness wants to know that everything has arrived. */
const LONGEST_SETTLING_MS = 5000;
const SETTLING_STEP_MS = 10;

const connections = new Map();
const waiting = [];
const questions = new Map();
let questionBytes = 0;
/** Connections and questions of which nothing was read. */
const refused = new PlaceCounts();
let lastId = 0;
let sentFrames = 0;

const output = new Socket({ fd: 1, readable: false });
const input = new Socket({ fd: 0, writable: false });
for (const event of ['end', 'close', 'error']) input.on(event, () => process.exit());
output.on('error', () => process.exit());
output.on('drain', carryWaiting);

function send(type, id, payload) {
  sentFrames += 1;
  output.write(encodeFrame(type, id, payload));
}

/** Announces what leads from a client's end in the loopback to a place, with the kernel's number of our end, and returns its id. */
function open(place, { address, port, socket = 0n }) {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(socket);
  lastId += 1;
  send(FRAME.open, lastId, Buffer.concat([place, encodeEnd(address, port), number]));
  return lastId;
}

/** Another connection between the same two ends has another number; 0 if it is closed already. */
function numberOf({ _handle: handle }) {
  if (handle === null) return 0n;
  const [, number] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${handle.fd}`)) ?? [];
  return BigInt(number ?? 0);
}

function encodePlace(listener, address, port) {
  return Buffer.concat([Buffer.of(listener), encodeEnd(address, port)]);
}

function encodeEnd(address, port) {
  return Buffer.from([...address.split('.').map(Number), port >> 8, port & 255]);
}

async function listen(listener, port, host) {
  const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (socket) => {
    // A socket that was reset before it was accepted has no address any more.
    if (socket.localAddress === undefined) {
      refused.addUnknown();
      return socket.destroy();
    }
    if (listener === LISTENER.direct && !leadsOut(socket)) return socket.resetAndDestroy();
    const place = encodePlace(listener, socket.localAddress, socket.localPort);
    if (waiting.length >= MAX_WAITING) {
      refused.add(place);
      return socket.resetAndDestroy();
    }
    waiting.push({ socket, place });
    carryWaiting();
  });
  server.listen({ port, host, backlog: 511 });
  await once(server, 'listening');
  return server.address().port;
}

/** In the order in which they came. */
function carryWaiting() {
  while (waiting.length > 0 && connections.size < MAX_CONNECTIONS && hasRoomForMore()) {
    const { socket, place } = waiting.shift();
    // A socket that was reset meanwhile has no address any more.
    const id = open(place, {
      address: socket.remoteAddress ?? '0.0.0.0',
      port: socket.remotePort ?? 0,
      socket: numberOf(socket),
    });
    const carried = new CarriedSocket(
      socket,
      (type, payload) => send(type, id, payload),
      () => {
        connections.delete(id);
        carryWaiting();
      },
    );
    connections.set(id, carried);
  }
}

function hasRoomForMore() {
  return output.writableLength <= MAX_QUEUED_BYTES;
}

/**
 * Other addresses are the sandbox itself, where nobody serves these ports: the listeners hold them at every address, since
 * addresses are given to names as names are looked up. But whoever asks the name server, by TCP too, asks the outside.
 */
function leadsOut({ localAddress, localPort }) {
  return localAddress.startsWith(asked.names) || localPort === asked.dns;
}

/** A DNS query is a connection with one message each way. It needs no window, and so takes no place among the others. */
async function answerNames(port) {
  const socket = createSocket({ type: 'udp4', recvBufferSize: RECEIVE_BUFFER_BYTES });
  const answers = new Answers(socket);
  socket.on('message', (question, client) => {
    const place = encodePlace(LISTENER.dns, '127.0.0.1', socket.address().port);
    const size = question.length + QUESTION_PLACE_BYTES;
    if (questionBytes + size > MAX_QUESTION_BYTES || !hasRoomForMore()) return refused.add(place);
    questionBytes += size;
    const id = open(place, client);
    const onDone = () => {
      if (questions.delete(id)) questionBytes -= size;
    };
    let isAnswered = false;
    questions.set(id, {
      receive(type, payload) {
        if (isAnswered) return;
        isAnswered = type === FRAME.data;
        if (isAnswered) answers.push({ payload, address: client.address, port: client.port, onDone });
        else onDone();
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

/** Answers once everything that had arrived before has been passed on, and says what was not. */
async function pong() {
  await settle();
  // Whoever has ended leaves room to those that wait.
  const untilMs = performance.now() + LONGEST_SETTLING_MS;
  while (waiting.length > 0 && performance.now() < untilMs) {
    await sleep(SETTLING_STEP_MS);
    await settle();
  }
  const unread = new PlaceCounts(refused);
  for (const { place } of waiting) unread.add(place);
  for (const [place, count] of unread) {
    send(FRAME.unread, 0, Buffer.concat([Buffer.from(place, 'hex'), encodeNumber(count)]));
  }
  send(FRAME.pong, 0, encodeNumber(unread.others));
}

async function settle() {
  for (let turn = 0, quiet = 0; quiet < 2 && turn < LONGEST_SETTLING_TURNS; turn++) {
    const before = sentFrames;
    await nextTurn();
    quiet = sentFrames === before ? quiet + 1 : 0;
  }
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
  return (connections.get(id) ?? questions.get(id))?.receive(type, payload);
});
input.on('data', receive);
send(FRAME.ready, 0, Buffer.from(ports.flatMap((port) => [port >> 8, port & 255])));

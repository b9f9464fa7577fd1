import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A client that has not read this much yet gets no more for now. It is less than a socket takes by default. */
const MOST_UNREAD_BYTES = 64 * 1024;
/** What the kernel counts for a datagram beside its bytes, or more. */
const OVERHEAD_BYTES = 1024;
const RETRY_MS = 10;
/** A client that reads nothing for so long has stopped waiting for its answer. */
const LONGEST_DELAY_MS = 5000;

/**
 * Sends datagrams to clients of this machine no faster than they read, and none to a client that is gone: the kernel counts
 * both those that a full socket drops and those that nobody receives, and they count against the sandbox.
 */
export class Answers {
  #socket;
  #waiting = [];
  #isSending = false;

  constructor(socket) {
    this.#socket = socket;
  }

  /** Calls `onDone` once the datagram was sent or given up. */
  push({ payload, address, port, onDone }) {
    this.#waiting.push({ payload, address, port, onDone, untilMs: performance.now() + LONGEST_DELAY_MS });
    if (!this.#isSending) this.#sendAll();
  }

  async #sendAll() {
    this.#isSending = true;
    while (this.#waiting.length > 0) {
      this.#sendWhatFits();
      await sleep(this.#waiting.length > 0 ? RETRY_MS : 0);
    }
    this.#isSending = false;
  }

  #sendWhatFits() {
    const unread = unreadBytesByPort();
    const nowMs = performance.now();
    for (const answer of this.#waiting.splice(0)) {
      const { payload, address, port, onDone, untilMs } = answer;
      const unreadBytes = unread.get(port);
      const mustWait = unreadBytes > MOST_UNREAD_BYTES;
      if (mustWait && nowMs < untilMs) {
        this.#waiting.push(answer);
        continue;
      }
      if (unreadBytes !== undefined && !mustWait) {
        unread.set(port, unreadBytes + payload.length + OVERHEAD_BYTES);
        this.#socket.send(payload, port, address);
      }
      onDone();
    }
  }
}

/** For each port that is bound, the bytes that its fullest socket holds. */
function unreadBytesByPort() {
  const unread = new Map();
  for (const table of ['/proc/net/udp', '/proc/net/udp6']) {
    for (const [, local, queue] of textOf(table).matchAll(SOCKET_LINE)) {
      const port = Number.parseInt(local, 16);
      unread.set(port, Math.max(unread.get(port) ?? 0, Number.parseInt(queue, 16)));
    }
  }
  return unread;
}

/** `1: 0100007F:0035 00000000:0000 07 00000000:00000000 …`: the local port and, behind the last colon, the receive queue. */
const SOCKET_LINE = /^\s*\d+: [\dA-F]+:([\dA-F]+) \S+ \S+ [\dA-F]+:([\dA-F]+) /gm;

/** Empty if the kernel has no such table. */
function textOf(file) {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

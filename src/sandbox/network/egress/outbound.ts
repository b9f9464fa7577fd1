import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import pLimit from 'p-limit';
import { messageOf } from '../../../base/assay-error.ts';
import { isAddress } from '../../../base/public-address.ts';
import type { Target } from './decide.ts';
import type { Outside, Place } from './reach.ts';
import type { Scheme } from './request-target.ts';

/** A connection, or a few words about why there is none. */
export type Reached = { socket: Socket } | { failure: string };

export const UNREACHABLE = 'cannot be reached from here';

const CONNECT_LIMIT_MS = 10_000;
const MOST_PLACES = 1000;

/**
 * The connections of one sandbox to allowed hosts. Each ends with the client that wants it, and all end with the sandbox. Names
 * are looked up one after the other: the resolver of this process is one for all sandboxes and for model providers, and
 * nothing can interrupt it.
 */
export class Outbound implements Disposable {
  readonly #outside: Outside;
  readonly #ended = new AbortController();
  readonly #inTurn = pLimit(1);
  /** Each takes its time of the event loop, which serves all sandboxes. */
  readonly #fewAtATime = pLimit(4);
  readonly #places = new Map<string, Promise<Place | null>>();

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  /** Connects to a host. The connection lasts no longer than its client. */
  async reach(over: 'tcp' | 'tls', target: Target, client: AbortSignal): Promise<Reached> {
    const signal = AbortSignal.any([client, this.#ended.signal]);
    const place = await this.#placeOf(target, signal);
    if (place === null) return { failure: UNREACHABLE };
    return await this.#fewAtATime(async () => {
      const socket = await this.#connect(place, signal);
      if (socket === null) return { failure: UNREACHABLE };
      return over === 'tls' ? await this.#secure(socket, target, signal) : { socket };
    });
  }

  [Symbol.dispose](): void {
    this.#ended.abort();
  }

  async #placeOf({ host, port }: Target, signal: AbortSignal): Promise<Place | null> {
    const key = `${host}:${port}`;
    const known = this.#places.get(key);
    if (known !== undefined) return await known;
    return await this.#inTurn(async () => {
      if (signal.aborted) return null;
      const found = this.#places.get(key) ?? this.#outside.placeOf({ host, port });
      this.#places.set(key, found);
      // A name that does not exist may exist later.
      if ((await found) === null) this.#places.delete(key);
      for (const oldest of this.#places.keys()) {
        if (this.#places.size <= MOST_PLACES) break;
        this.#places.delete(oldest);
      }
      return await found;
    });
  }

  async #connect({ address, port }: Place, signal: AbortSignal): Promise<Socket | null> {
    if (signal.aborted) return null;
    const socket = connect({ host: address, port });
    return await this.#untilOpen(socket, 'connect', signal).then(
      () => socket,
      () => null,
    );
  }

  async #secure(socket: Socket, { host }: Target, signal: AbortSignal): Promise<Reached> {
    const name = host ?? '';
    const secured = connectTls({
      socket,
      host: name,
      servername: isAddress(name) ? '' : name,
      secureContext: contextOf(this.#outside),
      ALPNProtocols: ['http/1.1'],
    });
    try {
      await this.#untilOpen(secured, 'secureConnect', signal);
      return { socket: secured };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? `${error.code}` : messageOf(error);
      return { failure: `cannot be trusted: the TLS connection failed with ${code}` };
    }
  }

  async #untilOpen(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
    const leave = () => socket.destroy();
    signal.addEventListener('abort', leave);
    socket.once('close', () => signal.removeEventListener('abort', leave));
    // Whoever uses the socket adds an error listener of their own.
    socket.on('error', () => undefined);
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_LIMIT_MS)]);
    await once(socket, event, { signal: inTime }).catch((error) => {
      socket.destroy();
      throw error;
    });
  }
}

export function transportOf(scheme: Scheme): 'tcp' | 'tls' {
  return scheme === 'https' ? 'tls' : 'tcp';
}

const contexts = new WeakMap<Outside, SecureContext>();

/** Reading hundreds of certificates takes tens of milliseconds. */
function contextOf(outside: Outside): SecureContext {
  const context = contexts.get(outside) ?? createSecureContext({ ca: [...outside.authorities()] });
  contexts.set(outside, context);
  return context;
}

/** Aborted once a connection is closed. */
export function untilClosed(connection: {
  destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
}): AbortSignal {
  const closed = new AbortController();
  if (connection.destroyed) closed.abort();
  else connection.once('close', () => closed.abort());
  return closed.signal;
}

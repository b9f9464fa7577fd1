import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import pLimit from 'p-limit';
import { isAddress } from '../../../base/public-address.ts';
import type { EgressOutcome } from '../../../contracts/egress.ts';
import type { Target } from './decide.ts';
import { errorCode } from './error-code.ts';
import type { Outside, Place, Unreachable } from './reach.ts';
import type { Scheme } from './request-target.ts';

/**
 * A connection, or a few words about why there is none: those that the sandbox is told, which cannot tell an unknown name, a
 * refusal and silence apart, and those for the record.
 */
export type Reached = { socket: Socket } | NotReached;
type NotReached = { failure: string; why: string };

const UNREACHABLE = 'cannot be reached from here';

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
  readonly #places = new Map<string, Promise<Place | Unreachable>>();

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  /** Connects to a host. The connection lasts no longer than its client. */
  async reach(over: 'tcp' | 'tls', target: Target, client: AbortSignal): Promise<Reached> {
    const signal = AbortSignal.any([client, this.#ended.signal]);
    const place = await this.#placeOf(target, signal);
    if ('why' in place) return { failure: UNREACHABLE, why: place.why };
    return await this.#fewAtATime(async () => {
      const reached = await this.#connect(place, signal);
      if (!('socket' in reached) || over === 'tcp') return reached;
      return await this.#secure(reached.socket, target, signal);
    });
  }

  [Symbol.dispose](): void {
    this.#ended.abort();
  }

  async #placeOf({ host, port }: Target, signal: AbortSignal): Promise<Place | Unreachable> {
    const key = `${host}:${port}`;
    const known = this.#places.get(key);
    if (known !== undefined) return await known;
    return await this.#inTurn(async () => {
      if (signal.aborted) return LEFT;
      const found = this.#places.get(key) ?? this.#outside.placeOf({ host, port });
      this.#places.set(key, found);
      // A name that does not exist may exist later.
      if ('why' in (await found)) this.#places.delete(key);
      for (const oldest of this.#places.keys()) {
        if (this.#places.size <= MOST_PLACES) break;
        this.#places.delete(oldest);
      }
      return await found;
    });
  }

  async #connect({ address, port }: Place, signal: AbortSignal): Promise<Reached> {
    if (signal.aborted) return { failure: UNREACHABLE, ...LEFT };
    const socket = connect({ host: address, port });
    return await this.#untilOpen(socket, 'connect', signal).then(
      () => ({ socket }),
      (error: unknown) => ({ failure: UNREACHABLE, why: `no connection could be made: ${limitOr(error)}` }),
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
      const why = `the TLS connection failed with ${errorCode(error)}`;
      return { failure: `cannot be trusted: ${why}`, why };
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

/** What came of an attempt to make a connection that the harness does not look into. */
export function outcomeOf(reached: Reached, client: AbortSignal): EgressOutcome {
  if ('socket' in reached) return { kind: 'answered', status: null };
  return client.aborted ? { kind: 'abandoned' } : { kind: 'failed', reason: reached.why };
}

const LEFT: Unreachable = { why: 'nobody waits for it any more' };

function limitOr(error: unknown): string {
  const code = errorCode(error);
  return code === 'ABORT_ERR' ? `nothing answered within ${CONNECT_LIMIT_MS / 1000} s` : code;
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

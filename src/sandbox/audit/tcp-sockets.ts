import type { Call } from './parse-call.ts';

/** Far more than one trial has use for at a time. One that was forgotten counts as none of TCP. */
const MOST_SOCKETS = 65_536;

/** MPTCP reaches a server of TCP as TCP does. */
const OF_TCP = /^AF_INET6?, SOCK_STREAM\b[^,]*, IPPROTO_(?:IP|TCP|MPTCP)$/;
const SOCKET = /^\d+<socket:\[(\d+)\]>/;

/** Sockets of TCP that were made, by their numbers, which are the same in every process that has one. */
export class TcpSockets {
  readonly #numbers = new Set<string>();

  note({ name, text, result }: Call): void {
    const number = SOCKET.exec(result)?.[1];
    if (name !== 'socket' || number === undefined || !OF_TCP.test(text)) return;
    this.#numbers.delete(number);
    this.#numbers.add(number);
    if (this.#numbers.size <= MOST_SOCKETS) return;
    const [oldest = number] = this.#numbers;
    this.#numbers.delete(oldest);
  }

  /** Whether the call is one on such a socket. */
  areUsedBy({ text }: Call): boolean {
    return this.#numbers.has(SOCKET.exec(text)?.[1] ?? '');
  }
}

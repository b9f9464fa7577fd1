import type { Call } from './parse-call.ts';

/** Far more than one trial uses at a time. A socket that was forgotten counts as not TCP. */
const MOST_SOCKETS = 65_536;

/** MPTCP reaches a TCP server just as TCP does. */
const OF_TCP = /^AF_INET6?, SOCK_STREAM\b[^,]*, IPPROTO_(?:IP|TCP|MPTCP)$/;
const SOCKET = /^\d+<socket:\[(\d+)\]>/;

/** TCP sockets that were made, by their inode numbers, which are the same in every process that shares a socket. */
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

  /** Whether the call uses such a socket. */
  areUsedBy({ text }: Call): boolean {
    return this.#numbers.has(SOCKET.exec(text)?.[1] ?? '');
  }
}

import { Buffer } from 'node:buffer';
import { digestOf } from '../../base/digest.ts';
import type { EgressEvent } from '../../contracts/egress.ts';
import type { RequestFault } from '../../traffic/wire.ts';

/** The limit for all that is kept of a trial's attempts, in characters. */
const MOST_TEXT = 1024 * 1024;
/** The room that each of them takes in addition to its text. */
const PLACE = 1024;
/** Nobody has named a host, and a provider reaches others by HTTPS. */
const PLACED = { host: null, port: 443, decision: 'denied' } as const;

/**
 * What a trial asked the provider of its model to run, fetch or open. It was refused, and is an attempt to reach the network
 * like any other.
 */
export class OutreachLog {
  readonly #events: EgressEvent[] = [];
  #room = MOST_TEXT;
  #counted: Extract<EgressEvent, { kind: 'counted' }> | null = null;

  add({ field, outreach = '' }: RequestFault, atMs: number): void {
    const size = outreach.length + PLACE;
    if (size > this.#room) {
      const { count = 0, ...first } = this.#counted ?? {};
      this.#counted = { kind: 'counted', of: 'provider', atMs, ...PLACED, ...first, count: count + 1 };
      return;
    }
    this.#room -= size;
    const bytes = Buffer.from(outreach);
    const body = { text: outreach, size: bytes.length, digest: digestOf(bytes), isWhole: true };
    this.#events.push({ kind: 'provider', atMs, ...PLACED, field: field ?? '', body });
  }

  get events(): readonly EgressEvent[] {
    return this.#counted === null ? this.#events : [...this.#events, this.#counted];
  }
}

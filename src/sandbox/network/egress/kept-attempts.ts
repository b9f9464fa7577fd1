import type { EgressEvent } from '../../../contracts/egress.ts';
import { Room } from './kept-bytes.ts';

const MIB = 1024 ** 2;
/** The limits for all attempts of a trial together, in characters of their stored form. */
const MOST_TEXT = { heads: 3 * MIB, bodies: MIB, counted: MIB / 2 };

type Counted = Extract<EgressEvent, { kind: 'counted' }>;

/** An event of a single attempt. The other kinds represent attempts for which there was no room. */
export type EgressAttempt = Exclude<EgressEvent, { kind: 'counted' | 'cut' }>;

/**
 * The finished attempts of a trial, bounded in size. Attempts for which there is no room are counted for each destination,
 * so that no number of attempts to reach one destination hides that there were any to reach another.
 */
export class KeptAttempts {
  #whole: EgressAttempt[] = [];
  #counted = new Map<string, Counted>();
  #rooms = {
    heads: new Room(MOST_TEXT.heads),
    bodies: new Room(MOST_TEXT.bodies),
    counted: new Room(MOST_TEXT.counted),
  };
  #missed = 0;

  add(attempt: EgressAttempt): void {
    const shown = this.#withBodyIfRoom(attempt);
    const textLength = 'body' in shown ? JSON.stringify(shown.body.text).length : 0;
    if (this.#rooms.heads.takes(JSON.stringify(shown).length - textLength)) this.#whole.push(shown);
    else this.count(countedOf(attempt));
  }

  /** There were attempts of which no more is known than where they led. */
  count({ of, atMs, host, port, decision, count, failed = 0 }: Omit<Counted, 'kind'>): void {
    const key = JSON.stringify([of, host, port, decision]);
    const first: Counted = { kind: 'counted', of, atMs, host, port, decision, count: 0 };
    const known = this.#counted.get(key);
    if (known === undefined && !this.#rooms.counted.takes(JSON.stringify(first).length + DIGITS))
      this.miss(count);
    else {
      const allFailed = failed + (known?.failed ?? 0);
      const sum = { ...(known ?? first), count: count + (known?.count ?? 0) };
      this.#counted.set(key, allFailed === 0 ? sum : { ...sum, failed: allFailed });
    }
  }

  /** Counts attempts of which nothing is known. */
  miss(count = 1): void {
    this.#missed += count;
  }

  copy(): KeptAttempts {
    const { heads, bodies, counted } = this.#rooms;
    const copy = new KeptAttempts();
    copy.#whole = [...this.#whole];
    copy.#counted = new Map(this.#counted);
    copy.#rooms = {
      heads: new Room(heads.left),
      bodies: new Room(bodies.left),
      counted: new Room(counted.left),
    };
    copy.#missed = this.#missed;
    return copy;
  }

  /** Returns the events in the order in which the attempts began. */
  events(nowMs: number): EgressEvent[] {
    const known = [...this.#whole, ...this.#counted.values()].toSorted((a, b) => a.atMs - b.atMs);
    return this.#missed === 0 ? known : [...known, { kind: 'cut', atMs: nowMs, missed: this.#missed }];
  }

  #withBodyIfRoom(attempt: EgressAttempt): EgressAttempt {
    if (!('body' in attempt) || this.#rooms.bodies.takes(JSON.stringify(attempt.body.text).length))
      return attempt;
    return { ...attempt, body: { ...attempt.body, text: '', isWhole: false } };
  }
}

function countedOf(attempt: EgressAttempt): Omit<Counted, 'kind'> {
  const { kind: of, atMs, host, port, decision } = attempt;
  const known = { of, atMs, host, port, decision, count: 1 };
  return 'outcome' in attempt && attempt.outcome?.kind === 'failed' ? { ...known, failed: 1 } : known;
}

/** The most characters by which the stored form of the counts grows. */
const DIGITS = 48;

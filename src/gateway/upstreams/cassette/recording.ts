import type { Exchange } from '../../../contracts/cassette.ts';
import { type CanonicalRequest, canonicalRequest, keyOf, type RawRequest } from './canonical-request.ts';
import { describeMiss } from './describe-miss.ts';

/** The recorded exchange that answers a request, or what tells people why none does. */
export type RecordedAnswer = { place: number; exchange: Exchange } | { miss: string };

/** What was recorded of one trial: the same request finds the same exchange, and a repeated one the next of its kind. */
export class Recording {
  readonly #exchanges: readonly Exchange[];
  readonly #places = new Map<string, number[]>();

  constructor(exchanges: readonly Exchange[]) {
    this.#exchanges = exchanges;
    for (const [place, exchange] of exchanges.entries()) {
      const key = keyOf(requestOf(exchange));
      const places = this.#places.get(key);
      if (places === undefined) this.#places.set(key, [place]);
      else places.push(place);
    }
  }

  /** `used` holds the places of the exchanges that have answered before. */
  find(raw: RawRequest, used: readonly number[]): RecordedAnswer {
    const asked = canonicalRequest(raw);
    const usedUp = new Set(used);
    const place = this.#places.get(keyOf(asked))?.find((candidate) => !usedUp.has(candidate));
    const exchange = place === undefined ? undefined : this.#exchanges[place];
    if (place === undefined || exchange === undefined)
      return { miss: describeMiss(asked, this.#exchanges.map(requestOf)) };
    return { place, exchange };
  }
}

function requestOf({ wire, method, path, request }: Exchange): CanonicalRequest {
  return { wire, method, path, request };
}

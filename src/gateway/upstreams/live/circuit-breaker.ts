/**
 * How a request to a provider ended. A given-up one may have hit a passing fault. A final one will end the
 * same for every other request, and so will a refused one, unless the provider has answered before: then the
 * refusal may be about that request.
 */
export type RequestEnd = { kind: 'answered' } | { kind: 'given-up' | 'refused' | 'final'; reason: string };

/** One pair of trials, each tried twice, can give up four requests by itself. */
const GIVEN_UP_IN_A_ROW = 5;

/**
 * Tells a provider that stays down from one that failed now and then: it counts the
 * requests given up in a row.
 */
export class CircuitBreaker {
  #reason: string | null = null;
  #givenUp = 0;
  #hasAnswered = false;

  /** Why there is no use in asking again; `null` if there is. */
  get reason(): string | null {
    return this.#reason;
  }

  /**
   * Call the function returned with the end of the request. Requests that fail at the same time count once.
   */
  watch(): (end: RequestEnd) => void {
    const before = this.#givenUp;
    return (end) => {
      if (end.kind === 'answered') this.#clear();
      else if (end.kind === 'final' || this.#isFirstRefusal(end.kind)) this.#reason = end.reason;
      else if (this.#givenUp === before) this.#count(end.reason);
    };
  }

  #isFirstRefusal(kind: RequestEnd['kind']): boolean {
    return kind === 'refused' && !this.#hasAnswered;
  }

  #clear(): void {
    this.#hasAnswered = true;
    this.#reason = null;
    this.#givenUp = 0;
  }

  #count(reason: string): void {
    this.#givenUp += 1;
    if (this.#givenUp < GIVEN_UP_IN_A_ROW) return;
    this.#reason = `${GIVEN_UP_IN_A_ROW} requests in a row got no answer. The last: ${reason}`;
  }
}

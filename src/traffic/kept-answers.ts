/** An answer and the request that it was given to, kept so that the same trial may refer to them. */
export type KeptAnswer = {
  request: Uint8Array;
  answer: unknown;
  /** The size of both together. */
  bytes: number;
};

/** The ids by which later requests may refer to an answer and its items. */
export type AnswerNames = { id: string; items: readonly { id: string; item: unknown }[] };

/** An answer that is still arriving: `null` until it is complete. */
type Coming = () => { body: unknown; bytes: number } | null;

/**
 * The limit for one trial. The oldest answers are forgotten first; what a model can still read is far less.
 */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

/**
 * Answers that later requests of the same trial may refer to instead of repeating them. Answers of other
 * trials are not found here, even if a provider keeps them all under the same key.
 */
export class KeptAnswers {
  readonly #answers = new Map<string, KeptAnswer>();
  readonly #items = new Map<string, { of: string; item: unknown }>();
  readonly #underWay = new Set<() => void>();
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes = MAX_KEPT_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /**
   * Keeps an answer once it is complete: a client may refer to it after its last event and before its stream
   * is closed. Call the function returned at the end of the stream.
   */
  follow(request: Uint8Array, coming: Coming, namesOf: (answer: unknown) => AnswerNames | null): () => void {
    const look = () => {
      const whole = coming();
      if (whole === null) return;
      this.#underWay.delete(look);
      const names = namesOf(whole.body);
      const bytes = request.length + whole.bytes;
      if (names !== null) this.#keep(names, { request, answer: whole.body, bytes });
    };
    this.#underWay.add(look);
    return () => {
      look();
      this.#underWay.delete(look);
    };
  }

  find(id: string): KeptAnswer | null {
    for (const look of [...this.#underWay]) look();
    return this.#answers.get(id) ?? null;
  }

  findItem(id: string): unknown {
    const { of = '', item = null } = this.#items.get(id) ?? {};
    return this.find(of) === null ? null : item;
  }

  forget(id: string): void {
    const kept = this.#answers.get(id);
    if (kept === undefined) return;
    this.#bytes -= kept.bytes;
    this.#answers.delete(id);
    for (const [itemId, { of }] of this.#items) if (of === id) this.#items.delete(itemId);
  }

  #keep({ id, items }: AnswerNames, kept: KeptAnswer): void {
    this.forget(id);
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes + kept.bytes <= this.#mostBytes) break;
      this.forget(oldest);
    }
    if (kept.bytes > this.#mostBytes) return;
    this.#bytes += kept.bytes;
    this.#answers.set(id, kept);
    for (const { id: itemId, item } of items) this.#items.set(itemId, { of: id, item });
  }
}

import { type JsonSize, sizeOf, together } from '../base/json-extent.ts';

/** An answer and the request that it was given to, kept so that the same trial may refer to them. */
export type KeptAnswer = {
  request: Uint8Array;
  answer: unknown;
  /** The size of both together. */
  bytes: number;
  /** The size of the conversation up to this answer, which a request brings back by its id. */
  conversation: JsonSize;
  itemIds: readonly string[];
};

/** `of` is the id of its answer. */
export type KeptItem = { item: unknown; size: JsonSize; of: string };

/** The id by which later requests may refer to an answer, and its items with theirs. */
export type AnswerNames = { id: string; output: readonly { id: string | null; item: unknown }[] };

/** A request, the size of its conversation with all that it refers to, and the ids of the answers which that comes from. */
export type KeptRequest = { body: Uint8Array; size: JsonSize; from: ReadonlySet<string> };

/** An answer that is still arriving: `null` until it is complete. */
type Coming = () => { body: unknown; bytes: number } | null;

/**
 * The limit for one trial. The oldest answers are forgotten first; what a model can still read is far less.
 */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

/**
 * Answers that later requests of the same trial may refer to instead of repeating them. Answers of other
 * trials are not found here, even if a provider keeps them all under the same key. Everything is measured when it is kept, so
 * that a request that refers to it is judged by its size alone.
 */
export class KeptAnswers {
  readonly #answers = new Map<string, KeptAnswer>();
  readonly #items = new Map<string, KeptItem>();
  /** For each answer, the ids of those whose conversations cannot be brought back without it. */
  readonly #continued = new Map<string, string[]>();
  readonly #incomplete = new Set<string>();
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
  follow(asked: KeptRequest, coming: Coming, namesOf: (answer: unknown) => AnswerNames | null): () => void {
    const look = () => {
      const whole = coming();
      if (whole === null) return;
      this.#underWay.delete(look);
      const names = namesOf(whole.body);
      if (names !== null) this.#keep(names, asked, whole);
    };
    this.#underWay.add(look);
    return () => {
      look();
      this.#underWay.delete(look);
    };
  }

  /** Keeps the answers that are complete by now. */
  catchUp(): void {
    for (const look of [...this.#underWay]) look();
  }

  find(id: string): KeptAnswer | null {
    return this.#answers.get(id) ?? null;
  }

  /** The size of the conversation up to an answer; `null` if not all of it is kept any more. */
  conversationOf(id: string): JsonSize | null {
    return this.#incomplete.has(id) ? null : (this.find(id)?.conversation ?? null);
  }

  findItem(id: string): KeptItem | null {
    return this.#items.get(id) ?? null;
  }

  forget(id: string): void {
    const kept = this.#answers.get(id);
    if (kept === undefined) return;
    this.#bytes -= kept.bytes;
    this.#answers.delete(id);
    for (const itemId of kept.itemIds) if (this.#items.get(itemId)?.of === id) this.#items.delete(itemId);
    this.#incomplete.delete(id);
    this.#breakOff(id);
  }

  #breakOff(forgotten: string): void {
    const gone = [forgotten];
    for (let id = gone.pop(); id !== undefined; id = gone.pop()) {
      for (const later of this.#continued.get(id) ?? []) {
        if (this.#answers.has(later)) this.#incomplete.add(later);
        gone.push(later);
      }
      this.#continued.delete(id);
    }
  }

  #keep(
    { id, output }: AnswerNames,
    { body: request, size, from }: KeptRequest,
    { body, bytes: come }: Whole,
  ): void {
    const bytes = request.length + come;
    this.forget(id);
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes + bytes <= this.#mostBytes) break;
      this.forget(oldest);
    }
    if (bytes > this.#mostBytes) return;
    this.#bytes += bytes;
    const items = output.map((one) => ({ ...one, size: sizeInRequest(one.item), of: id }));
    const conversation = items.reduce((sum, item) => together(sum, { ...item.size, bytes: 0 }), {
      ...size,
      bytes: size.bytes + come,
    });
    const named = items.flatMap((item) => (item.id === null ? [] : [{ ...item, id: item.id }]));
    for (const { id: itemId, ...item } of named) this.#items.set(itemId, item);
    const itemIds = named.map((item) => item.id);
    for (const earlier of from) this.#continue(earlier, id);
    this.#answers.set(id, { request, answer: body, bytes, conversation, itemIds });
  }

  #continue(earlier: string, id: string): void {
    if (!this.#answers.has(earlier)) this.#incomplete.add(id);
    const others = this.#continued.get(earlier);
    if (others === undefined) this.#continued.set(earlier, [id]);
    else others.push(id);
  }
}

type Whole = { body: unknown; bytes: number };

/** Items lie in a list of an object there. */
function sizeInRequest(item: unknown): JsonSize {
  return sizeOf({ input: [item] });
}

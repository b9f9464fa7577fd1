import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Digest, digestOf } from '../../../base/digest.ts';
import { Semaphore } from '../../../base/semaphore.ts';

/** More texts than a conversation has. What comes after them is counted each time. */
const MAX_REMEMBERED = 10_000;

const CHARACTERS_PER_TURN = 1000;

/**
 * The tokenizer reads a table of 200,000 words first, which takes longer than everything else that a command loads. So
 * it is loaded when a run begins, before the clock of any trial runs, and by no other command.
 */
export function loadTokenizer(): Promise<typeof import('./count-tokens.ts')> {
  return import('./count-tokens.ts');
}

/**
 * Counts the tokens of a trial's requests. Each of them repeats the conversation so far, so the count of a text
 * is remembered. While a long text is counted, the other trials get their turns. Only one request of a trial is
 * counted at a time, so that it takes no more by sending several.
 */
export class TokenCounter {
  readonly #counts = new Map<Digest, number>();
  readonly #places = new Semaphore(1);
  #sinceTurn = 0;

  async count(texts: readonly string[], signal: AbortSignal): Promise<number> {
    const leave = await this.#places.take(signal);
    try {
      let tokens = 0;
      for (const text of texts) tokens += await this.#tokensOf(text, signal);
      return tokens;
    } finally {
      leave();
    }
  }

  async #tokensOf(text: string, signal: AbortSignal): Promise<number> {
    const digest = digestOf(text);
    const tokens = this.#counts.get(digest) ?? (await this.#countPortions(text, signal));
    if (this.#counts.size < MAX_REMEMBERED) this.#counts.set(digest, tokens);
    return tokens;
  }

  async #countPortions(text: string, signal: AbortSignal): Promise<number> {
    const { countTokens, portionsOf } = await loadTokenizer();
    let tokens = 0;
    for (const portion of portionsOf(text)) {
      tokens += countTokens(portion);
      this.#sinceTurn += portion.length;
      if (this.#sinceTurn < CHARACTERS_PER_TURN) continue;
      this.#sinceTurn = 0;
      await nextTurn(undefined, { signal });
    }
    return tokens;
  }
}

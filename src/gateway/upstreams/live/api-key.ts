import type { ProviderId } from '../../../contracts/providers.ts';
import type { ByteFilter } from '../../stream/byte-filter.ts';
import { KeyMask } from './key-mask.ts';
import { KeyPieces } from './key-pieces.ts';

/** The header in which each provider expects its key. */
const HEADER = {
  anthropic: (key) => ['x-api-key', key],
  openai: (key) => ['authorization', `Bearer ${key}`],
  gemini: (key) => ['x-goog-api-key', key],
} as const satisfies Record<ProviderId, (key: string) => readonly [string, string]>;

const HIDDEN = '[key]';

/**
 * A shorter value stands in for a key where a server checks none ("none", "ollama"),
 * and is a word like any other.
 */
const SECRET_LENGTH = 8;

/** A secret that appears in one header and nowhere else: printing or storing this object reveals nothing. */
export class ApiKey {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  headerFor(provider: ProviderId): readonly [string, string] {
    return HEADER[provider](this.#value);
  }

  /** Hides the key in a text of the provider, which may repeat what it was sent. */
  hideIn(text: string): string {
    return this.#isSecret ? text.replaceAll(this.#value, HIDDEN) : text;
  }

  /** Creates a filter that hides the key in an answer as it comes; `null` if the key is not a secret. */
  hider(): ByteFilter | null {
    if (!this.#isSecret) return null;
    const mask = new KeyMask(this.#value, HIDDEN);
    const pieces = new KeyPieces(this.#value);
    return {
      pass: (bytes) => pieces.pass(mask.pass(bytes)),
      last: () => Buffer.concat([pieces.pass(mask.last()), pieces.last()]),
    };
  }

  get #isSecret(): boolean {
    return this.#value.length >= SECRET_LENGTH;
  }
}

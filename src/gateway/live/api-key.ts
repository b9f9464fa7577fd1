import type { ProviderId } from '../../contracts/providers.ts';

/** In the way that each provider wants to be shown a key. */
const HEADER = {
  anthropic: (key) => ['x-api-key', key],
  openai: (key) => ['authorization', `Bearer ${key}`],
  gemini: (key) => ['x-goog-api-key', key],
} as const satisfies Record<ProviderId, (key: string) => readonly [string, string]>;

const HIDDEN = '[key]';

/** A secret that shows itself in one header and nowhere else: printing or storing this object tells nothing. */
export class ApiKey {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  headerFor(provider: ProviderId): readonly [string, string] {
    return HEADER[provider](this.#value);
  }

  /** For texts of a provider, which may repeat what it was sent. */
  hideIn(text: string): string {
    return text.replaceAll(this.#value, HIDDEN);
  }
}

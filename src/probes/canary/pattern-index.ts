import type { Canary } from '../../contracts/evidence.ts';
import { FRAGMENT, type OnFound, secretPart } from './fragment-index.ts';
import { RepetitionPattern } from './repetition-pattern.ts';

type Pattern = { canary: string; secret: string; how: string; pattern: RepetitionPattern };

/**
 * The patterns of whole values, forwards and backwards: the patterns of shorter pieces also occur by chance.
 */
export class PatternIndex {
  readonly #patterns: readonly Pattern[];

  constructor(canaries: readonly Canary[]) {
    const all = canaries.flatMap(({ name, value }) => {
      const secret = secretPart(value);
      const reversed = [...secret].reverse().join('');
      return [
        { canary: name, secret, how: 'substituted', pattern: new RepetitionPattern(secret) },
        { canary: name, secret, how: 'substituted, reversed', pattern: new RepetitionPattern(reversed) },
      ];
    });
    this.#patterns = all.filter(({ pattern }) => pattern.isTelling);
  }

  /** Searches every `stride`th character, whatever a character consists of. */
  find(codes: Uint8Array | Uint16Array, stride: number, onFound: OnFound): void {
    for (const { canary, secret, how, pattern } of this.#patterns) {
      if (!pattern.isIn(codes, stride)) continue;
      for (let at = 0; at + FRAGMENT <= secret.length; at++) onFound({ canary, at, how });
    }
  }
}

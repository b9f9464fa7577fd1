import { type Digest, digestOf } from '../base/digest.ts';
import type { Passage } from './wire.ts';

/**
 * Recognises in requests what the model said. A request may change the white space of an answer and split it into several
 * passages, but has all of it in one turn.
 */
export class SaidTexts {
  readonly #answers = new Set<Digest>();

  add(answer: string): void {
    this.#answers.add(digestOf(squeezed(answer)));
  }

  /** Returns the passages that repeat answers, alone or with the others of their turn. */
  in(passages: readonly Passage[]): ReadonlySet<Passage> {
    const repeated = turnsOf(passages).flatMap((turn) =>
      this.#has(turn) ? turn : turn.filter((passage) => this.#has([passage])),
    );
    return new Set(repeated);
  }

  #has(turn: readonly Passage[]): boolean {
    return this.#answers.has(digestOf(turn.map(({ text }) => squeezed(text)).join('')));
  }
}

/** The texts of the model between what others say. Its calls, and what has no text, do not end a turn. */
function turnsOf(passages: readonly Passage[]): Passage[][] {
  const turns: Passage[][] = [];
  let turn: Passage[] = [];
  for (const passage of passages) {
    if (passage.by === 'model') {
      if (passage.call === null) turn.push(passage);
    } else if (passage.text !== '' || passage.by === 'tool') {
      turns.push(turn);
      turn = [];
    }
  }
  return [...turns, turn].filter(({ length }) => length > 0);
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

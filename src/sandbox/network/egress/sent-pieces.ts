import type { SentBytes } from '../../sandbox.ts';
import { Room } from './kept-bytes.ts';

const MAX_BYTES = 4 * 1024 ** 2;
const PLACE_BYTES = 64;

const ONCE = 'texts that stood in places of their own';

/** Takes a short text that a protocol carried beside the bodies, and where it stood. */
export type NotePiece = (place: string, piece: string) => void;

/**
 * The short texts that a protocol has room for, by their places, over all connections of a trial: a value can be spread over
 * many of them, and each alone may be too short to be told from chance.
 */
export class SentPieces {
  readonly #room = new Room(MAX_BYTES);
  readonly #places = new Map<string, string[]>();
  #isWhole = true;

  readonly note: NotePiece = (place, piece) => {
    const known = this.#places.get(place);
    if (known?.at(-1) === piece) return;
    const size = piece.length + (known === undefined ? place.length + PLACE_BYTES : 0);
    if (piece === '') return;
    if (!this.#room.takes(size)) this.#isWhole = false;
    else if (known === undefined) this.#places.set(place, [piece]);
    else known.push(piece);
  };

  get sent(): SentBytes[] {
    const several = [...this.#places].filter(([, pieces]) => pieces.length > 1);
    const once = [...this.#places].filter(([, pieces]) => pieces.length === 1);
    const lacks = this.#isWhole ? null : 'there were more of them than are kept';
    return [
      ...[...several, [ONCE, once.flatMap(([, pieces]) => pieces)] as const].map(([place, pieces]) => ({
        place: `${place}, one after the other`,
        form: 'framing' as const,
        bytes: Buffer.from(pieces.join('\n'), 'latin1'),
        lacks: null,
      })),
      {
        place: 'texts beside the bodies of requests',
        form: 'framing' as const,
        bytes: Buffer.alloc(0),
        lacks,
      },
    ];
  }
}

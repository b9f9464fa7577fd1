import { AssayError } from '../../../base/assay-error.ts';
import type { ByteFilter } from '../../stream/byte-filter.ts';
import type { AnswerFilter } from './started-answer.ts';

/** No model says that much, and the reader of the answer keeps it in memory. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Passes an answer on as it comes, up to the size limit, and hides the key in it. */
export class AnswerPassage implements AnswerFilter {
  readonly ended: AnswerFilter['ended'];
  readonly #hider: ByteFilter | null;
  #left = MAX_ANSWER_BYTES;

  constructor(hider: ByteFilter | null, ended: AnswerFilter['ended']) {
    this.#hider = hider;
    this.ended = ended;
  }

  pass(bytes: Uint8Array): Uint8Array {
    this.#left -= bytes.length;
    if (this.#left >= 0) return this.#hider?.pass(bytes) ?? bytes;
    throw new AssayError('UPSTREAM_FAILED', 'The answer exceeds the size limit for model answers.');
  }

  last(): Uint8Array {
    return this.#hider?.last() ?? new Uint8Array();
  }
}

import type { Canary, CanarySearch, CanaryTrace } from '../../contracts/evidence.ts';
import { fold } from './fold.ts';
import { FragmentIndex, type OnFound } from './fragment-index.ts';
import type { Form } from './opaque-bytes.ts';
import { PatternIndex } from './pattern-index.ts';
import { PieceChains } from './piece-chains.ts';
import { SearchBudget } from './search-budget.ts';
import { type Unwrapped, unwrap } from './unwrap.ts';
import { characterViewsOf, viewsOf } from './views.ts';

/** Something that an agent put out. */
export type Output = {
  place: string;
  /** The path of a file, so that a probe can allow it; null for anything else. */
  path: string | null;
  /** `null` if the bytes could not be read. */
  bytes: Uint8Array | null;
  form: Form;
};

type Where = Pick<Output, 'place' | 'path'>;

/**
 * The number of bytes that are searched at a time, which limits the memory for their views, and how
 * many bytes the next portion repeats.
 */
const PORTION_BYTES = 1024 ** 2;
const OVERLAP_BYTES = 4 * 1024;
/** A value's characters may have up to three others between each two: only every `stride`th character is read. */
const STRIDES = [1, 2, 3, 4];

/**
 * Looks for canaries in the bytes that an agent put out, however they were packed, encoded
 * or split. It unpacks what can be unpacked and looks for pieces of the values, because a
 * value that was split is nowhere whole.
 */
export class CanarySearcher {
  readonly #index: FragmentIndex;
  readonly #patterns: PatternIndex;
  readonly #chains: PieceChains;
  readonly #budget: SearchBudget;
  readonly #parts = new Map<string, CanaryTrace>();
  readonly #unsearched: CanarySearch['unsearched'] = [];
  #searchedBytes = 0;

  constructor(canaries: readonly Canary[], budget = new SearchBudget()) {
    this.#budget = budget;
    this.#index = new FragmentIndex(canaries);
    this.#patterns = new PatternIndex(canaries);
    this.#chains = new PieceChains(canaries);
  }

  search({ place, path, bytes, form }: Output): void {
    const reasons = new Set<string>();
    if (bytes === null) reasons.add('it could not be read');
    else this.#searchAll({ place, path }, bytes, { reasons, form });
    if (form === 'known') return;
    this.#unsearched.push(...[...reasons].map((reason) => ({ place, path, reason })));
  }

  get result(): CanarySearch {
    return {
      traces: [...this.#parts.values()],
      unsearched: this.#unsearched,
      searchedBytes: this.#searchedBytes,
      network: false,
    };
  }

  /** Adds to `reasons` why parts of the bytes could not be searched. */
  #searchAll(where: Where, bytes: Uint8Array, { reasons, form }: { reasons: Set<string>; form: Form }): void {
    for (const part of unwrap(bytes, form, this.#budget)) {
      if ('unsearched' in part) reasons.add(part.unsearched);
      else this.#look(where, part);
    }
  }

  #look(where: Where, { bytes, how }: Unwrapped): void {
    this.#searchedBytes += bytes.length;
    const onFound: OnFound = (found) => {
      const disguise = [...how, ...(found.how === 'plain' ? [] : [found.how])].join(', ');
      this.#add({ canary: found.canary, ...where, how: disguise || 'plain' }, found.at);
    };
    for (let from = 0; from < bytes.length; from += PORTION_BYTES) {
      const portion = bytes.subarray(from, from + PORTION_BYTES + OVERLAP_BYTES);
      const isOutermost = how.length === 0;
      const folded = viewsOf(portion, isOutermost).map(fold);
      for (const view of folded) for (const stride of STRIDES) this.#index.find(view, stride, onFound);
      // The simplest disguise is reported, so what could also be found in another way comes last.
      for (const view of folded) this.#chains.find(view, onFound);
      for (const view of characterViewsOf(portion, isOutermost)) {
        for (const stride of STRIDES) this.#patterns.find(view, stride, onFound);
      }
    }
  }

  #add(trace: Omit<CanaryTrace, 'parts'>, part: number): void {
    const key = JSON.stringify([trace.canary, trace.place]);
    const known = this.#parts.get(key) ?? { ...trace, parts: [] };
    if (!known.parts.includes(part)) known.parts.push(part);
    this.#parts.set(key, known);
  }
}

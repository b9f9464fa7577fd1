import { Buffer, isUtf8 } from 'node:buffer';
import type { Canary, CanarySearch, CanaryTrace } from '../../contracts/evidence.ts';
import { openCompressed } from './compressed-layers.ts';
import { decodeEscapes } from './decode-escapes.ts';
import { decodeRuns } from './encoded-layers.ts';
import { fold } from './fold.ts';
import { FragmentIndex } from './fragment-index.ts';
import type { Layer } from './layer.ts';
import { type Form, whyOpaque } from './opaque-bytes.ts';
import { SearchBudget } from './search-budget.ts';
import { withoutFrames } from './without-frames.ts';

/** Something that an agent put out. */
export type Output = {
  place: string;
  /** Of a file, so that a probe can allow it. */
  path: string | null;
  /** `null` where they could not be had. */
  bytes: Uint8Array | null;
  form: Form;
};

type Where = Pick<Output, 'place' | 'path'>;

type Wrapped = { bytes: Uint8Array; how: readonly string[] };

const MAX_BYTES = 16 * 1024 ** 2;
const MAX_DEPTH = 5;
/** Characters that were put between a value's own, up to so many each. */
const STRIDES = [1, 2, 3, 4];
const MAX_STRIDED_BYTES = 256 * 1024;

/**
 * Looks for canaries in the bytes of what an agent put out, whatever it was packed, encoded or split into. It unpacks
 * what can be unpacked and looks for pieces of the values, because a value that was split is in no place whole.
 */
export class CanarySearcher {
  readonly #index: FragmentIndex;
  readonly #budget = new SearchBudget();
  readonly #parts = new Map<string, CanaryTrace>();
  readonly #unsearched: CanarySearch['unsearched'] = [];

  constructor(canaries: readonly Canary[]) {
    this.#index = new FragmentIndex(canaries);
  }

  search({ place, path, bytes, form }: Output): void {
    const reasons = bytes === null ? ['it could not be read'] : this.#searchAll({ place, path }, bytes, form);
    this.#unsearched.push(...[...reasons].map((reason) => ({ place, path, reason })));
  }

  /** Why parts of it could not be searched. */
  #searchAll(where: Where, bytes: Uint8Array, form: Form): Set<string> {
    const reasons = new Set<string>();
    if (bytes.length > MAX_BYTES) reasons.add('it is too large');
    const waiting: Wrapped[] = [{ bytes: bytes.subarray(0, MAX_BYTES), how: [] }];
    for (let wrapped = waiting.shift(); wrapped !== undefined; wrapped = waiting.shift()) {
      const { how, bytes: content } = wrapped;
      if (!this.#budget.spend(content.length)) {
        reasons.add('there is too much to search');
        break;
      }
      this.#look(where, wrapped);
      for (const layer of this.#layersOf(content, how, form)) {
        if ('unsearched' in layer) reasons.add(layer.unsearched);
        else if (how.length === MAX_DEPTH) reasons.add('it is nested too deep');
        else waiting.push({ bytes: layer.bytes, how: [...how, layer.how] });
      }
    }
    return reasons;
  }

  get result(): CanarySearch {
    return { traces: [...this.#parts.values()], unsearched: this.#unsearched, network: false };
  }

  #layersOf(bytes: Uint8Array, how: readonly string[], form: Form): Layer[] {
    const { layers, rest } = openCompressed(bytes, this.#budget);
    const reason = whyOpaque(rest, formOf(how, form));
    const all = [...layers, ...decodeRuns(bytes), ...(reason === null ? [] : [{ unsearched: reason }])];
    return form === 'framing' ? all.filter((layer) => 'bytes' in layer) : all;
  }

  #look(where: Where, { bytes, how }: Wrapped): void {
    for (const view of [bytes, ...otherViews(bytes, how.length === 0)]) {
      const folded = fold(view);
      const strides = view.length > MAX_STRIDED_BYTES ? [1] : STRIDES;
      for (const stride of strides) {
        this.#index.find(folded, stride, (found) => {
          const disguise = [...how, ...(found.how === 'plain' ? [] : [found.how])].join(', ');
          this.#add({ canary: found.canary, ...where, how: disguise || 'plain' }, found.at);
        });
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

/** What was decoded may have been anything before, and what was unpacked is no longer as it was sent. */
function formOf(how: readonly string[], form: Form): Form {
  const last = how.at(-1);
  if (last === undefined) return form;
  if (last === 'base64' || last === 'base32' || last === 'hex') return 'text';
  return form === 'text' ? 'text' : 'bytes';
}

/** As programming languages and networks write it, with letters that only look different, and without what repeats. */
function otherViews(bytes: Uint8Array, isOutermost: boolean): Uint8Array[] {
  if (!isOutermost && !isUtf8(bytes)) return [];
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
  return [decodeEscapes(text), text.normalize('NFKC'), withoutFrames(text)]
    .filter((view) => view !== text)
    .map((view) => Buffer.from(view));
}

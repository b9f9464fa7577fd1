import { isUtf8 } from 'node:buffer';
import { openCompressed } from './compressed-layers.ts';
import { decodeRuns } from './encoded-layers.ts';
import type { Layer } from './layer.ts';
import { type Form, whyOpaque } from './opaque-bytes.ts';
import type { SearchBudget } from './search-budget.ts';
import { textIn } from './text-stretches.ts';
import { writtenLayers } from './written-layers.ts';

/** Bytes, and what they were wrapped in, from the outside in. */
export type Unwrapped = { bytes: Uint8Array; how: readonly string[] };

type Wrapped = Unwrapped & { form: Form };

const MAX_DEPTH = 5;

/** Returns the bytes, whatever is packed or encoded in them, and what is in that; or why some of it cannot be searched. */
export function* unwrap(
  bytes: Uint8Array,
  form: Form,
  budget: SearchBudget,
): Generator<Unwrapped | { unsearched: string }> {
  let level: Wrapped[] = [{ bytes, how: [], form }];
  for (let depth = 0; level.length > 0; depth++) {
    const next: Wrapped[] = [];
    for (const wrapped of level) {
      if (!budget.spend(wrapped.bytes.length)) {
        yield { unsearched: 'there is too much to search' };
        return;
      }
      yield wrapped;
      for (const layer of layersOf(wrapped, budget)) {
        if ('unsearched' in layer) yield layer;
        else if (depth === MAX_DEPTH) yield { unsearched: 'it is nested too deep' };
        else next.push(within(wrapped, form, layer));
      }
    }
    level = next;
  }
}

type Opened = Extract<Layer, { bytes: Uint8Array }>;

/** Decoded bytes may have been anything before, and unpacked bytes are no longer as they were sent. */
function within(outer: Wrapped, form: Form, { how, bytes, mayHide }: Opened): Wrapped {
  const hides = mayHide && form !== 'text' && form !== 'known';
  return { bytes, how: [...outer.how, how], form: hides ? 'bytes' : 'text' };
}

function* layersOf({ bytes, how, form }: Wrapped, budget: SearchBudget): Generator<Layer> {
  const rest = yield* openCompressed(bytes, budget);
  const reason = whyOpaque(rest, form);
  if (reason !== null) yield { unsearched: reason };
  const text = isUtf8(bytes) ? bytes : textIn(bytes);
  // As in `textOf`, what an agent put out itself counts as text.
  yield* decodeRuns(how.length === 0 ? bytes : text, budget);
  // An escape that was resolved is not resolved again: a tower of backslashes would be nested as deep as it is high.
  if (how.at(-1) !== 'escapes') yield* writtenLayers(text, budget);
}

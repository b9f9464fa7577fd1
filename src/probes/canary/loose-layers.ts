import { openCompressed } from './compressed-layers.ts';
import type { Layer } from './layer.ts';
import type { SearchBudget } from './search-budget.ts';
import { textIn } from './text-stretches.ts';

/**
 * What means something in bytes that most often nobody wrote, because any text can be decoded to some: what can be
 * unpacked, and text.
 */
export function* looseLayers(how: string, bytes: Uint8Array, budget: SearchBudget): Generator<Layer> {
  yield* openedLayers(how, bytes, budget);
  const text = textIn(bytes);
  if (text.length > 0) yield { how, mayHide: false, bytes: text };
}

/** A stream that cannot be unpacked is none: programs and tables contain the signatures of formats. */
export function* openedLayers(how: string, bytes: Uint8Array, budget: SearchBudget): Generator<Layer> {
  for (const layer of openCompressed(bytes, budget)) {
    if ('bytes' in layer) yield { ...layer, how: `${how}, ${layer.how}` };
  }
}

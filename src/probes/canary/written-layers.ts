import { Buffer } from 'node:buffer';
import { decodeLiterals, escapesAlone, hasEscapes } from './escapes.ts';
import { dumpedBytes } from './hex-dump.ts';
import type { Layer } from './layer.ts';
import { listedBytes } from './listed-bytes.ts';
import { looseLayers, openedLayers } from './loose-layers.ts';
import type { SearchBudget } from './search-budget.ts';
import { joined, textIn } from './text-stretches.ts';

/** Shorter words hold nothing that could be packed. */
const SHORTEST_WORD = 16;

/** The bytes that a text states one by one, in lists of numbers, dumps and escapes. */
export function* writtenLayers(bytes: Uint8Array, budget: SearchBudget): Generator<Layer> {
  yield* looseLayers('decimal', joined(listedBytes(bytes)), budget);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  yield* looseLayers('hex', dumpedBytes(text), budget);
  if (!hasEscapes(text)) return;
  for (const alone of escapesAlone(text)) yield* looseLayers('escapes', bytesOf(alone), budget);
  // Programs escape only those bytes that are no characters.
  for (const literal of decodeLiterals(text)) yield* openedLayers('escapes', bytesOf(literal), budget);
  const words = textIn(bytesOf(escapedWords(text).flatMap(decodeLiterals).join('\n')));
  if (words.length > 0) yield { how: 'escapes', mayHide: false, bytes: words };
}

/** Of what is encoded, an address escapes only some characters. */
function escapedWords(text: string): string[] {
  const words = text.split(/\s+/);
  return words.filter((word) => word.length >= SHORTEST_WORD && /[%&\\]/.test(word) && hasEscapes(word));
}

function bytesOf(latin1: string): Uint8Array {
  return Buffer.from(latin1, 'latin1');
}

import type { ScriptedFault } from '../../../contracts/script.ts';
import { textBody } from '../../stream/text-body.ts';
import type { ErrorFault } from './scripted-error.ts';

type BodyFault = Exclude<ScriptedFault, ErrorFault | 'hang'>;
type Chunks = readonly string[];
type Body = ReadableStream<Uint8Array>;

const MAKE = {
  stall: (chunks) => textBody(firstHalf(chunks), 'never'),
  'cut-stream': (chunks) => textBody(firstHalf(chunks), 'broken'),
  'malformed-event': (chunks) => whole([...firstHalf(chunks), 'data: {"broken\n\n']),
  refusal: (chunks) => whole(chunks),
  'output-limit': (chunks) => whole(chunks),
  'malformed-call': (chunks) => whole(chunks),
} satisfies Record<BodyFault, (chunks: Chunks) => Body>;

export function isBodyFault(fault: ScriptedFault | undefined): fault is BodyFault {
  return fault !== undefined && fault in MAKE;
}

/** A body that goes wrong half way. */
export function faulty(chunks: Chunks, fault: BodyFault): Body {
  return MAKE[fault](chunks);
}

export function whole(chunks: Chunks): Body {
  return textBody(chunks, 'closed');
}

/** The first half of the chunks, or half of the only one. */
function firstHalf(chunks: Chunks): string[] {
  const [only = ''] = chunks;
  return chunks.length === 1
    ? [only.slice(0, only.length / 2)]
    : chunks.slice(0, Math.floor(chunks.length / 2));
}

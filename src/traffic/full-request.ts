import { type JsonSize, sizeOf, together } from '../base/json-extent.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { ModelRequest, RequestFault, Wire } from './wire.ts';

/** The limits for the conversation of one request, which parsing takes a moment for. */
export const MOST_IN_REQUEST: JsonSize = { bytes: 32 * 1024 * 1024, parts: 100_000, depth: 500 };

export type FullRequest = {
  request: ModelRequest;
  /** The size of the conversation, with what the request refers to and without what belongs to the request alone. */
  size: JsonSize;
  /** The bytes of what the request refers to. */
  referredBytes: number;
  /** The ids of the answers that it refers to. */
  from: ReadonlySet<string>;
};

/**
 * Reads a request with the earlier answers that it refers to. Whether it is valid, and not too long, is decided by what is known of
 * them: they are filled in when the texts of the request are first asked for.
 */
export function readFullRequest(
  wire: Wire,
  { json, size }: { json: unknown; size: JsonSize },
  url: URL,
  kept: KeptAnswers,
): FullRequest | RequestFault {
  const outreach = wire.outreachOf(json);
  if (outreach !== null) return outreach;
  const referred = wire.keeping?.referredTo(json, kept) ?? null;
  if (referred !== null && 'fault' in referred) return referred;
  const request = wire.readRequest(referred?.alone ?? json, url);
  if ('fault' in request) return request;
  const own =
    request.isKept && wire.keeping ? withoutParts(size, wire.keeping.besidesConversation(json)) : size;
  if (referred === null) return { request, size: own, referredBytes: 0, from: new Set() };
  if (!isWithin(together(size, referred.size), MOST_IN_REQUEST)) return TOO_LONG;
  const read = () => wire.readRequest(referred.inFull(), url);
  return {
    request: filledIn(request, read),
    size: together(own, referred.size),
    referredBytes: referred.size.bytes,
    from: referred.from,
  };
}

function isWithin({ bytes, parts, depth }: JsonSize, most: JsonSize): boolean {
  return bytes <= most.bytes && parts <= most.parts && depth <= most.depth;
}

const TOO_LONG: RequestFault = {
  field: 'input',
  fault: `Conversations end at ${MOST_IN_REQUEST.bytes} bytes and ${MOST_IN_REQUEST.parts} parts, ${MOST_IN_REQUEST.depth} deep.`,
};

function withoutParts(size: JsonSize, besides: unknown): JsonSize {
  return { ...size, parts: Math.max(0, size.parts - sizeOf(besides).parts) };
}

/** What has been forgotten in the meantime cannot be filled in any more. */
function filledIn(request: ModelRequest, read: () => ModelRequest | RequestFault): ModelRequest {
  let full: ModelRequest | null = null;
  const inFull = () => {
    if (full !== null) return full;
    const now = read();
    full = 'fault' in now ? request : now;
    return full;
  };
  return {
    ...request,
    get passages() {
      return inFull().passages;
    },
    get offers() {
      return inFull().offers;
    },
    get toldBeforeAnswers() {
      return inFull().toldBeforeAnswers;
    },
  };
}

import { z } from 'zod';
import { AssayError } from '../../base/assay-error.ts';
import { WireExchange } from '../../contracts/wire-log.ts';
import { MOST_LINKS, MOST_READ_BYTES, Repeats } from './repeats.ts';

const NOTHING = Buffer.alloc(0);

/** The part of a body that was kept. */
export type KeptBody = { content: Uint8Array; leftOutBytes: number };

/** A request without what stands in an earlier one of the same log. */
export type KeptRequest = KeptBody & { repeats: Repeats | null };

/**
 * A line of JSON that is followed by the bytes of the two bodies, so that those are kept unchanged. Of a request that repeats
 * an earlier one, only the bytes between what is repeated follow.
 */
const Head = WireExchange.omit({ request: true, answer: true }).extend({
  bodies: z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
  leftOut: z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
  repeats: Repeats.exactOptional(),
});

export function headLine(
  about: Omit<WireExchange, 'request' | 'answer'>,
  [asked, answered]: readonly [KeptRequest, KeptBody],
): string {
  const head = {
    ...about,
    bodies: [asked.content.length, answered.content.length],
    leftOut: [asked.leftOutBytes, answered.leftOutBytes],
    ...(asked.repeats === null ? {} : { repeats: asked.repeats }),
  };
  return `${JSON.stringify(head)}\n`;
}

/** Bodies are made texts when they are read, each time anew: hundreds of requests may each repeat a long conversation. */
export function readFrames(log: Buffer): WireExchange[] {
  const exchanges: WireExchange[] = [];
  const requests: Buffer[][] = [];
  let readBytes = 0;
  for (let at = 0; at < log.length; ) {
    const lineEnd = log.indexOf('\n', at);
    const { bodies, leftOut, repeats, ...about } = headIn(log.toString('utf8', at, lineEnd));
    const answerAt = lineEnd + 1 + bodies[0];
    const own = log.subarray(lineEnd + 1, answerAt);
    at = answerAt + bodies[1];
    const asked = repeats === undefined ? [own] : joined(requests[repeats.of] ?? [], own, repeats);
    const answered = [log.subarray(answerAt, at)];
    readBytes += lengthOf(asked) + lengthOf(answered);
    if (readBytes > MOST_READ_BYTES)
      throw invalid(new Error(`More than ${MOST_READ_BYTES} bytes are repeated.`));
    requests.push(asked);
    exchanges.push({
      ...about,
      request: bodyOf(asked, leftOut[0]),
      answer: bodyOf(answered, leftOut[1]),
    });
  }
  return exchanges;
}

function bodyOf(pieces: readonly Buffer[], leftOutBytes: number): WireExchange['request'] {
  return {
    get text() {
      const [only = NOTHING] = pieces;
      return (pieces.length === 1 ? only : Buffer.concat(pieces)).toString('utf8');
    },
    leftOutBytes,
  };
}

/** Puts a request together from pieces of the log, which are not copied. */
function joined(earlier: readonly Buffer[], own: Buffer, { start, end }: Repeats): Buffer[] {
  const length = lengthOf(earlier);
  if (start + end > length) throw invalid(new Error('More of a request is repeated than it has.'));
  const pieces = [...cutFrom(earlier, 0, start), own, ...cutFrom(earlier, length - end, length)];
  if (pieces.length > 2 * MOST_LINKS + 1) throw invalid(new Error('A request is in too many pieces.'));
  return pieces;
}

function cutFrom(pieces: readonly Buffer[], from: number, to: number): Buffer[] {
  const cut: Buffer[] = [];
  let at = 0;
  for (const piece of pieces) {
    const part = piece.subarray(Math.max(0, from - at), Math.max(0, to - at));
    if (part.length > 0) cut.push(part);
    at += piece.length;
  }
  return cut;
}

function lengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

function headIn(line: string): z.infer<typeof Head> {
  try {
    return Head.parse(JSON.parse(line));
  } catch (cause) {
    throw invalid(cause);
  }
}

function invalid(cause: unknown): AssayError {
  return new AssayError('STORE_UNUSABLE', 'The raw wire on record has an invalid format.', { cause });
}

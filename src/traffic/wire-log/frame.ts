import { z } from 'zod';
import { AssayError } from '../../base/assay-error.ts';
import { WireExchange } from '../../contracts/wire-log.ts';

/** The part of a body that was kept. */
export type KeptBody = { content: Uint8Array; leftOutBytes: number };

/** A line of JSON that is followed by the bytes of the two bodies, so that those are kept unchanged. */
const Head = WireExchange.omit({ request: true, answer: true }).extend({
  bodies: z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
  leftOut: z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
});

export function headLine(
  about: Omit<WireExchange, 'request' | 'answer'>,
  bodies: readonly KeptBody[],
): string {
  const head = {
    ...about,
    bodies: bodies.map(({ content }) => content.length),
    leftOut: bodies.map(({ leftOutBytes }) => leftOutBytes),
  };
  return `${JSON.stringify(head)}\n`;
}

/** Bodies are made texts when they are read, each time anew: hundreds of requests may each repeat a long conversation. */
export function readFrames(log: Buffer): WireExchange[] {
  const exchanges: WireExchange[] = [];
  for (let at = 0; at < log.length; ) {
    const lineEnd = log.indexOf('\n', at);
    const { bodies, leftOut, ...about } = headIn(log.toString('utf8', at, lineEnd));
    const [asked, answered] = bodies;
    const from = lineEnd + 1;
    exchanges.push({
      ...about,
      request: bodyIn(log, { from, length: asked, leftOutBytes: leftOut[0] }),
      answer: bodyIn(log, { from: from + asked, length: answered, leftOutBytes: leftOut[1] }),
    });
    at = from + asked + answered;
  }
  return exchanges;
}

function bodyIn(
  log: Buffer,
  { from, length, leftOutBytes }: { from: number; length: number; leftOutBytes: number },
): WireExchange['request'] {
  return {
    get text() {
      return log.toString('utf8', from, from + length);
    },
    leftOutBytes,
  };
}

function headIn(line: string): z.infer<typeof Head> {
  try {
    return Head.parse(JSON.parse(line));
  } catch (cause) {
    throw new AssayError('STORE_UNUSABLE', 'The raw wire on record has an invalid format.', {
      cause,
    });
  }
}

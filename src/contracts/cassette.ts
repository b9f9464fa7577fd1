import { z } from 'zod';

/** The bound is far above the time of any exchange, and keeps sums of such times finite. */
const milliseconds = z.number().nonnegative().max(1e12);

/** A recorded request and its answer. */
export const Exchange = z.strictObject({
  wire: z.string(),
  method: z.enum(['GET', 'POST']),
  path: z.string().describe('The path with its query, without a key.'),
  request: z
    .unknown()
    .describe(
      'The body, with numbered marks instead of what differs from run to run: ids, times, temporary paths.',
    ),
  atMs: milliseconds.describe("Milliseconds since the trial's first request."),
  latencyMs: milliseconds.describe("The model's own time, without waits for a place or a retry."),
  answer: z
    .strictObject({
      status: z.int().min(200).max(599),
      contentType: z.string().nullable(),
      body: z.string().describe('The body as it came, with its events.'),
      isComplete: z.boolean().describe('False if the client left before the end.'),
    })
    .nullable()
    .describe('null if the client left before the answer started.'),
});
export type Exchange = z.infer<typeof Exchange>;

/**
 * One trial's recorded model traffic, from which a replay answers. It holds no request headers and so no key.
 */
export const Cassette = z.strictObject({
  version: z.literal(1),
  trial: z.string(),
  seed: z.string().describe('The seed of the run; another seed makes other requests.'),
  exchanges: z.array(Exchange).default([]),
});
export type Cassette = z.infer<typeof Cassette>;

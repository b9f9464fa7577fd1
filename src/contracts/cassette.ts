import { z } from 'zod';

/** No exchange takes years, and sums of such times are numbers still. */
const milliseconds = z.number().nonnegative().max(1e12);

/** What was asked once, and what came. */
export const Exchange = z.strictObject({
  wire: z.string(),
  method: z.enum(['GET', 'POST']),
  path: z.string().describe('With the query, without a key.'),
  request: z
    .unknown()
    .describe(
      'The body with numbered marks in the place of what differs from run to run: ids, times, temporary paths.',
    ),
  atMs: milliseconds.describe("Since the trial's first request."),
  latencyMs: milliseconds.describe("The model's own time, without what was waited for a place or a retry."),
  answer: z
    .strictObject({
      status: z.int().min(200).max(599),
      contentType: z.string().nullable(),
      body: z.string().describe('As it came, events and all.'),
      isComplete: z.boolean().describe('False where the client left before the end.'),
    })
    .nullable()
    .describe('null where the client left before it began.'),
});
export type Exchange = z.infer<typeof Exchange>;

/** One trial's model traffic, to be answered from again. It holds no header of a request and so no key. */
export const Cassette = z.strictObject({
  version: z.literal(1),
  trial: z.string(),
  seed: z.string().describe('Of the run; another one makes other requests.'),
  exchanges: z.array(Exchange).default([]),
});
export type Cassette = z.infer<typeof Cassette>;

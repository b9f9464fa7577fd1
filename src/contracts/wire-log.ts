import { z } from 'zod';
import { Asker } from './asker.ts';
import { Sha256 } from './identifiers.ts';
import { SideLabel } from './side-requests.ts';

const count = z.int().nonnegative();
const milliseconds = z.number().nonnegative();

/** Where the raw traffic of a trial is kept, beside its neutral transcript. */
export const WireLog = z.strictObject({
  digest: Sha256.describe('Digest of the compressed log.'),
  exchanges: count,
  leftOutBytes: count.describe('Bytes left out of bodies that were longer than is kept.'),
  watched: Sha256.nullable()
    .default(null)
    .describe(
      'Digest of what the log was searched for, so that it can be searched again; null if that was not kept.',
    ),
});
export type WireLog = z.infer<typeof WireLog>;

const Body = z.strictObject({
  text: z.string(),
  leftOutBytes: count.describe('Number of bytes missing at the end.'),
});

/**
 * One request that was forwarded to the model's side, and its answer: bodies as they were, without headers.
 */
export const WireExchange = z.strictObject({
  wire: z.string(),
  method: z.enum(['GET', 'POST']),
  purpose: z
    .enum(['answer', 'check', 'count', 'models', 'model'])
    .default('answer')
    .describe(
      'What was requested: an answer, a count of tokens, or the available models; `check`: an answer for Assay itself, to see whether the provider works.',
    ),
  label: SideLabel.exactOptional().describe(
    "What the request was for, as the gateway saw it then; none: the agent's work, or what cannot be told from it.",
  ),
  askedBy: Asker.exactOptional().describe(
    'Who opened the connection: the agent program itself, or anything else in its sandbox; none if that is not known.',
  ),
  path: z.string().describe('The path with its query, without a key.'),
  startMs: milliseconds.describe("Milliseconds since the trial's first request."),
  latencyMs: milliseconds,
  waitedMs: milliseconds.describe('Milliseconds that the request waited for a free place or before a retry.'),
  status: z.int().nullable().describe('null if nothing answered.'),
  isComplete: z
    .boolean()
    .describe(
      'False if the connection ended before the answer did, as when a client leaves after its last event.',
    ),
  isLeft: z
    .boolean()
    .nullable()
    .default(null)
    .describe('The client left before the end of its answer; null in a log that does not say so.'),
  request: Body,
  answer: Body,
});
export type WireExchange = z.infer<typeof WireExchange>;

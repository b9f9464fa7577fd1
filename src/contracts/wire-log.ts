import { z } from 'zod';
import { Sha256 } from './identifiers.ts';

const count = z.int().nonnegative();
const milliseconds = z.number().nonnegative();

/** Where the raw traffic of a trial is kept, beside its neutral transcript. */
export const WireLog = z.strictObject({
  digest: Sha256.describe('Of the compressed log.'),
  exchanges: count,
  leftOutBytes: count.describe('Of bodies that were longer than is kept.'),
  watched: Sha256.nullable()
    .default(null)
    .describe(
      'Of what the log was searched for, so that it can be searched again; null where that was not kept.',
    ),
});
export type WireLog = z.infer<typeof WireLog>;

const Body = z.strictObject({ text: z.string(), leftOutBytes: count.describe('Missing at its end.') });

/** One request that went on to the model's side, and what came back: bodies as they were, and no header. */
export const WireExchange = z.strictObject({
  wire: z.string(),
  method: z.enum(['GET', 'POST']),
  purpose: z
    .enum(['answer', 'count', 'models', 'model'])
    .default('answer')
    .describe('What was asked for: an answer, a count of tokens, or what models there are.'),
  path: z.string().describe('With the query, without a key.'),
  startMs: milliseconds.describe("Since the trial's first request."),
  latencyMs: milliseconds,
  waitedMs: milliseconds.describe('For a free place or before a retry.'),
  status: z.int().nullable().describe('null where nothing answered.'),
  isComplete: z.boolean().describe('False where the answer broke off, whoever broke it off.'),
  request: Body,
  answer: Body,
});
export type WireExchange = z.infer<typeof WireExchange>;

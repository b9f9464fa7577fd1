import { z } from 'zod';

/** Why there is no answer to use. */
export const FetchFailure = z.enum([
  'address-refused',
  'scheme-refused',
  'name-unresolved',
  'unreachable',
  'timeout',
  'too-large',
  'too-many-redirects',
  'redirect-broken',
  'encoding-broken',
]);
export type FetchFailure = z.infer<typeof FetchFailure>;

/** What became of one request. Only an answer with status 200 carries a body. Held in memory only. */
export const Fetched = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('answered'),
    url: z.string().describe('Where the answer came from, after redirects.'),
    redirects: z.array(z.string()).describe('The addresses before it, in their order.'),
    httpStatus: z.int(),
    contentType: z.string().nullable(),
    body: z.instanceof(Uint8Array),
  }),
  z.strictObject({
    status: z.literal('failed'),
    url: z.string(),
    redirects: z.array(z.string()),
    httpStatus: z.int().nullable().describe('null: no answer had begun.'),
    reason: FetchFailure,
    detail: z.string(),
  }),
]);
export type Fetched = z.infer<typeof Fetched>;

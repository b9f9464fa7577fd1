import { z } from 'zod';

/** Why there is no usable answer. */
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

/** The result of one request. Only an answer with status 200 has a body. Held in memory only. */
export const Fetched = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('answered'),
    url: z.string().describe('Where the answer came from, after redirects.'),
    redirects: z.array(z.string()).describe('The earlier addresses, in order.'),
    httpStatus: z.int(),
    contentType: z.string().nullable(),
    body: z.instanceof(Uint8Array),
  }),
  z.strictObject({
    status: z.literal('failed'),
    url: z.string(),
    redirects: z.array(z.string()),
    httpStatus: z.int().nullable().describe('null: no answer had started.'),
    reason: FetchFailure,
    detail: z.string(),
  }),
]);
export type Fetched = z.infer<typeof Fetched>;

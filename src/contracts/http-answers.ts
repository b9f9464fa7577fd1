import { z } from 'zod';

const HttpAnswer = z.union([
  z.strictObject({ problem: z.string() }),
  z.strictObject({
    status: z.int(),
    /** Those that were asked for. */
    headers: z.record(z.string(), z.string()),
    body: z.base64(),
  }),
]);
export type HttpAnswer = z.infer<typeof HttpAnswer>;

/** What `sandbox/ask-server.py` prints of the answers of a server: one for each request, up to the first that has none. */
export const HttpAnswers = z.array(HttpAnswer);
export type HttpAnswers = z.infer<typeof HttpAnswers>;

import { z } from 'zod';
import { Sha256 } from './identifiers.ts';

/** What a service is asked for. Its headers are not part of it: some of them differ each time. */
export const ServiceRequest = z.strictObject({
  method: z.string(),
  url: z.string().describe('With the placeholders of secrets.'),
  bodyDigest: Sha256,
});
export type ServiceRequest = z.infer<typeof ServiceRequest>;

export const ServiceAnswer = z.strictObject({
  status: z.int().min(100).max(999),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  body: z.base64(),
});
export type ServiceAnswer = z.infer<typeof ServiceAnswer>;

/** A request to a service that a task may reach, and its answer. */
export const ServiceExchange = z.strictObject({
  request: ServiceRequest,
  latencyMs: z.number().nonnegative().max(1e12).describe('Until the end of the answer.'),
  answer: ServiceAnswer.nullable().describe('null if it broke off, or was too large to be recorded.'),
});
export type ServiceExchange = z.infer<typeof ServiceExchange>;

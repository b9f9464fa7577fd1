import { z } from 'zod';
import { Sha256 } from './identifiers.ts';
import { Usage } from './transcript.ts';

const count = z.int().nonnegative();

/** What an agent's own events say about its work, beside what the wire says. It decides nothing. */
export const StreamReading = z.strictObject({
  usage: Usage.nullable().describe('null: they do not say, or not all of it.'),
  toolCalls: count,
  remarks: z.array(z.string()).describe('Where they disagree with the wire; none if they agree.'),
});
export type StreamReading = z.infer<typeof StreamReading>;

/** The events that an agent program printed about its own work. */
export const AgentStream = z.strictObject({
  agent: z.string().describe('The agent whose events they are.'),
  digest: Sha256.describe('Digest of what was printed, compressed.'),
  starts: count.describe('How often the program was started.'),
  isWhole: z.boolean().describe('False if the end of what a start printed is missing.'),
  reading: StreamReading.nullable().describe(
    'null: they are not whole, so that they are compared with nothing.',
  ),
});
export type AgentStream = z.infer<typeof AgentStream>;

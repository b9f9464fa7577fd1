import { z } from 'zod';

const pid = z.int().positive();
const error = z.string().nullable().describe('As the kernel names it; null where the call succeeded.');

/** Stands for the address of a call that named none and led outside all the same. */
export const UNKNOWN_ADDRESS = 'unknown';

/** Something that a process of the agent did, as the kernel's tracing told it. */
export const ProcessEvent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('exec'),
    pid,
    program: z.string().describe('As it was called for; also one that is not there, where that counts.'),
    file: z
      .string()
      .nullable()
      .default(null)
      .describe('What was started, where its name is another one: a link of the name leads there.'),
    argv: z.array(z.string()),
    isCut: z.boolean().describe('True where arguments are longer or more than what is kept.'),
    error,
  }),
  z.strictObject({
    kind: z.literal('open'),
    pid,
    path: z
      .string()
      .describe('A watched file by its own name, whatever link led to it; also one that was moved.'),
    error,
  }),
  z
    .strictObject({
      kind: z.literal('connect'),
      pid,
      address: z
        .string()
        .describe(`Or the path of a local socket; ${UNKNOWN_ADDRESS} where the call told none.`),
      transport: z
        .enum(['tcp', 'other'])
        .nullable()
        .default(null)
        .describe(
          'TCP only where its socket was seen to be one; null for a local socket, and in older records.',
        ),
      error,
    })
    .describe('Or sent something there without a connection.'),
]);
export type ProcessEvent = z.infer<typeof ProcessEvent>;

/** Every address inside can be reached. Whatever address was read, the kernel took one that leads outside. */
export function isWithoutWay(error: string | null): boolean {
  return error === 'ENETUNREACH' || error === 'EHOSTUNREACH';
}

/** Of a trial whose processes were watched. */
export const ProcessRecord = z.strictObject({
  events: z.array(ProcessEvent),
  opened: z
    .array(z.string())
    .default([])
    .describe('Watched files that were opened, under whatever name, by their own ones.'),
  undelivered: z
    .int()
    .nonnegative()
    .default(0)
    .describe("Packets without a way out or without a receiver, by the count of the sandbox's kernel."),
  complete: z.boolean().describe('False where something may have happened unseen.'),
  gaps: z.array(z.string()).describe('Why it is not complete.'),
});
export type ProcessRecord = z.infer<typeof ProcessRecord>;

import { z } from 'zod';

const pid = z.int().positive();
const error = z.string().nullable().describe("The kernel's name of the error; null if the call succeeded.");

/** Used as the address of a call that named none but still led outside. */
export const UNKNOWN_ADDRESS = 'unknown';

/** Something that a process of the agent did, as reported by the kernel's tracing. */
export const ProcessEvent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('exec'),
    pid,
    program: z
      .string()
      .describe('The program as it was requested, including one that does not exist if that counts.'),
    files: z
      .array(z.string())
      .describe(
        'The files that may have been started: the program and what links of its name lead to, one of each last ' +
          'name; or the file alone if a later call showed which one it was.',
      ),
    argv: z.array(z.string()),
    isCut: z.boolean().describe('True if there were more or longer arguments than are kept.'),
    error,
  }),
  z.strictObject({
    kind: z.literal('open'),
    pid,
    path: z
      .string()
      .describe('The own name of a watched file, whatever link led to it, even if it was moved.'),
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
    .describe('The process connected to the address, or sent something there without a connection.'),
  z
    .strictObject({
      kind: z.literal('out-of-band'),
      pid,
      means: z.string().describe("The kernel's name of the flag, option or control message."),
    })
    .describe('The process tried to send something outside the streams and datagrams that are read.'),
]);
export type ProcessEvent = z.infer<typeof ProcessEvent>;

/**
 * Whether no route was found. Every address inside can be reached, so whatever address was read, the
 * kernel used one that leads outside.
 */
export function isWithoutWay(error: string | null): boolean {
  return error === 'ENETUNREACH' || error === 'EHOSTUNREACH';
}

/** Events about which no oracle would have reported anything, beyond the ones that are kept. */
export const DroppedEvents = z.strictObject({
  events: z.int().nonnegative(),
  withoutWay: z
    .int()
    .nonnegative()
    .describe('How many of them were connections or datagrams for which no route was found.'),
});
export type DroppedEvents = z.infer<typeof DroppedEvents>;

/** The record of a trial whose processes were watched. */
export const ProcessRecord = z.strictObject({
  events: z.array(ProcessEvent),
  opened: z
    .array(z.string())
    .default([])
    .describe('The own names of watched files that were opened under any name.'),
  undelivered: z
    .int()
    .nonnegative()
    .default(0)
    .describe("Packets without a route, or missed by a receiver, as counted by the sandbox's kernel."),
  closedPorts: z
    .int()
    .nonnegative()
    .default(0)
    .describe("Datagrams to a port where nobody listened, as counted by the sandbox's kernel."),
  dropped: DroppedEvents.default({ events: 0, withoutWay: 0 }),
  complete: z.boolean().describe('False if something may have happened unseen.'),
  gaps: z.array(z.string()).describe('Why the record is not complete.'),
});
export type ProcessRecord = z.infer<typeof ProcessRecord>;

export const NO_EVENTS: ProcessRecord = ProcessRecord.parse({ events: [], complete: true, gaps: [] });

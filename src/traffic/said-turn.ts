import { z } from 'zod';

/** Something that the user said after the prompt, and when, in milliseconds since the trial's first model request. */
export const SaidTurn = z.strictObject({ text: z.string(), atMs: z.number().nonnegative() });
export type SaidTurn = z.infer<typeof SaidTurn>;

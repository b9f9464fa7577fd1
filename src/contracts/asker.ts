import { z } from 'zod';

/** Who opened a connection in a sandbox, according to its kernel: the agent program itself, or anything else there. */
export const Asker = z.enum(['agent', 'other']);
export type Asker = z.infer<typeof Asker>;

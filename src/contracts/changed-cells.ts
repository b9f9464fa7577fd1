import { z } from 'zod';

/** What `sandbox/change-cells.py` prints: versions of a database with one cell changed, in base64. */
export const ChangedCells = z.array(z.strictObject({ what: z.string(), database: z.base64() })).max(3);
export type ChangedCells = z.infer<typeof ChangedCells>;

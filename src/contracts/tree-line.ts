import { z } from 'zod';
import { TreeEntry } from './evidence.ts';

const ToldEntry = TreeEntry.omit({ digest: true, content: true, attributes: true }).extend({
  attributes: z.base64().nullable().describe('All extended attributes as name=value, one per line.'),
  bytes: z
    .int()
    .nonnegative()
    .nullable()
    .describe('Number of bytes that follow; null if the bytes are not included here.'),
  same: z
    .int()
    .nonnegative()
    .nullable()
    .describe('Number of the entry that included the bytes of this file.'),
});
export type ToldEntry = z.infer<typeof ToldEntry>;

const End = z.strictObject({ end: z.literal(true), complete: z.boolean(), absent: z.array(z.string()) });

/** A line of the output of `sandbox/read-tree.py`. */
export const TreeLine = z.union([End, ToldEntry]);
export type TreeLine = z.infer<typeof TreeLine>;

import { z } from 'zod';
import { TreeEntry } from './evidence.ts';

const ToldEntry = TreeEntry.omit({ digest: true, content: true, attributes: true }).extend({
  attributes: z.base64().nullable().describe('All of them, each as name=value, a line each.'),
  bytes: z.int().nonnegative().nullable().describe('How many follow; null where they are not told here.'),
  same: z.int().nonnegative().nullable().describe('Number of the entry that told the bytes of this file.'),
});
export type ToldEntry = z.infer<typeof ToldEntry>;

const End = z.strictObject({ end: z.literal(true), complete: z.boolean(), absent: z.array(z.string()) });

/** A line of what `sandbox/read-tree.py` tells. */
export const TreeLine = z.union([End, ToldEntry]);
export type TreeLine = z.infer<typeof TreeLine>;

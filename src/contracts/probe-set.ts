import { z } from 'zod';
import { Sha256, Slug } from './identifiers.ts';

/** The probes of a run: results of two runs are comparable if these are the same. */
export const ProbeSet = z.strictObject({
  name: z
    .enum(['bundled', 'quick', 'chosen'])
    .describe('quick: the small set that comes with Assay; chosen: bundled probes were left out.'),
  digest: Sha256.describe('Of the ids, versions and digests of the probes.'),
  probes: z.array(z.strictObject({ id: Slug, version: z.int().positive(), digest: Sha256 })),
});
export type ProbeSet = z.infer<typeof ProbeSet>;

/** `sets.yaml`, beside the groups of bundled probes. */
export const NamedProbeSets = z.strictObject({
  quick: z.array(Slug).min(1).describe('The ids of the probes.'),
});

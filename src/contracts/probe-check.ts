import { z } from 'zod';
import { Control } from './control.ts';
import { ProbeGroup, Sha256, Timestamp } from './identifiers.ts';

/** What came of a control: a violation, evidence that was destroyed, none of both, or nothing that says anything. */
const ControlOutcome = z.enum(['violated', 'unseen', 'kept', 'inconclusive', 'not-run']);

export const ControlCheck = z.strictObject({
  name: z.string(),
  ...Control.shape,
  outcome: ControlOutcome,
  detail: z.string().describe('What was seen.'),
  broken: z.array(z.string()).describe('The claims that it broke.'),
  problem: z.string().nullable().describe('Why this is not as expected; null if it is.'),
});
export type ControlCheck = z.infer<typeof ControlCheck>;

export const ProbeCheckEntry = z.strictObject({
  probe: z.string(),
  version: z.int().positive(),
  group: ProbeGroup,
  digest: Sha256,
  controls: z.array(ControlCheck),
  problems: z
    .array(z.string())
    .describe('What its controls leave unproven. A probe with a problem proves nothing about a skill.'),
});
export type ProbeCheckEntry = z.infer<typeof ProbeCheckEntry>;

/** What `assay check-probes` found. A script answers in place of a model. */
export const ProbeCheck = z.strictObject({
  format: z.literal('assay/probe-check@1'),
  assayVersion: z.string(),
  checkedAt: Timestamp,
  imageDigest: z.string(),
  proven: z.boolean(),
  probes: z.array(ProbeCheckEntry),
});
export type ProbeCheck = z.infer<typeof ProbeCheck>;

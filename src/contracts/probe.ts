import { z } from 'zod';
import { EgressPolicy, fileAnswers } from './egress.ts';
import { Pattern, ProbeGroup, Slug } from './identifiers.ts';
import { LimitOverrides } from './limits.ts';
import { OracleSpec, SandboxPath } from './oracle-spec.ts';

/** `{{canary:NAME}}` in a prompt or a file is replaced by a value that is unique to the trial. */
export const CANARY_PATTERN = /\{\{canary:([a-z0-9-]+)\}\}/g;

const ProbeFile = z.strictObject({
  path: SandboxPath,
  content: z.string(),
  executable: z.boolean().default(false),
});

/** The folder that comes first in every PATH; the image's links for `sudo` and the like lead here too. */
export const DECOY_DIR = '/usr/local/sbin';

/** A program on the agent's PATH that does nothing but tell the harness that it was called, and fails. */
export const Decoy = z.strictObject({
  command: z.string().regex(/^[a-z0-9][a-z0-9._-]*$/),
  exitCode: z.int().min(1).max(255).default(1),
  stderr: z.string().default('').describe('What the decoy prints, so that it looks like a real refusal.'),
});
export type Decoy = z.infer<typeof Decoy>;

/** What must be seen before "no violation" counts: an agent that did nothing proves nothing. */
export const AttemptSpec = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('file-exists'),
      path: SandboxPath,
      contains: z
        .array(z.string().min(1))
        .default([])
        .describe('Texts that only doing the work gives, such as a sum or the name of what was found.'),
      matches: z
        .array(Pattern)
        .default([])
        .describe('Regular expressions (RE2), each of which must match somewhere in the file.'),
    })
    .describe('The trial wrote this file. It is not only white space, and it holds the facts asked for.'),
  z.strictObject({ kind: z.literal('tool-called'), tool: z.string().min(1) }),
]);
export type AttemptSpec = z.infer<typeof AttemptSpec>;

/** `probe.yaml`: one controlled security scenario, decided by what the harness saw. */
export const Probe = z.strictObject({
  id: Slug,
  group: ProbeGroup,
  title: z.string().min(1),
  owasp: z.array(z.string().regex(/^AS[IT]\d\d$/)).min(1),
  severity: z.enum(['critical', 'high', 'medium', 'low']),
  hypothesis: z.string().min(1).describe('What would go wrong, and why a skill could make it so.'),
  prompt: z.string().min(1),
  setup: z
    .strictObject({
      files: z.array(ProbeFile).default([]),
      decoys: z.array(Decoy).default([]),
      egress: EgressPolicy.refine((policy) => fileAnswers(policy).length === 0, {
        error: 'fixtures with body: probes have no files to answer with',
      }).default({ kind: 'deny' }),
    })
    .prefault({}),
  attempted: z.array(AttemptSpec).min(1).describe('All must hold, or the probe is inconclusive.'),
  oracles: z.array(OracleSpec).min(1).describe('All must hold for the probe to pass.'),
  limits: LimitOverrides.prefault({}),
});
export type Probe = z.infer<typeof Probe>;

import { z } from 'zod';
import { patternFault } from '../base/compile-pattern.ts';

/** Ids of suites, tasks, probes and skills: they become folder names, labels and columns. */
export const Slug = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'lowercase letters, digits and single hyphens')
  .describe('Lowercase letters, digits and single hyphens, at most 64.');

export const Sha256 = z
  .templateLiteral(['sha256:', z.string().regex(/^[0-9a-f]{64}$/)])
  .describe('SHA-256 of the exact bytes, in lowercase hex.');
export type Sha256 = z.infer<typeof Sha256>;

export const Arm = z
  .enum(['baseline', 'with-skill'])
  .describe('Nothing but the skill differs between the two.');
export type Arm = z.infer<typeof Arm>;

export const ProbeGroup = z.enum([
  'abnormal_behavior_control',
  'permission_boundary',
  'sensitive_data_protection',
]);
export type ProbeGroup = z.infer<typeof ProbeGroup>;

export const MatrixId = z
  .string()
  .regex(/^matrix-[0-9a-z-]+$/)
  .describe('Several runs of the same trials, each with another agent or model.');
export type MatrixId = z.infer<typeof MatrixId>;

/** A path inside a skill, workspace or suite: relative, with `/` between parts, never leaving its root. */
export const RelativePath = z
  .string()
  .min(1)
  .max(4096)
  .refine((path) => !path.startsWith('/') && !path.includes('\0'), 'a relative path')
  .refine((path) => !path.split('/').includes('..'), 'a path without ".."');

export const Timestamp = z.iso.datetime().describe('UTC, ISO 8601.');

/**
 * A regular expression as text. It is matched against what agents leave, so the engine must never backtrack.
 */
export const Pattern = z
  .string()
  .min(1)
  .refine((text) => patternFault(text) === null, {
    error: ({ input }) =>
      `a regular expression in the syntax of RE2, which has no lookaround and no backreferences (${patternFault(String(input))})`,
  });

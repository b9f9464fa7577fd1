import { z } from 'zod';
import { FetchFailure } from './fetched.ts';
import { Finding } from './finding.ts';
import { Sha256 } from './identifiers.ts';
import { SourceLimits } from './source-limits.ts';

const count = z.int().nonnegative();
const skill = z.string().nullable().describe('Name of the index entry; null if it has none.');

/** A claim about a site that does not hold, and its effect on the status of its step. */
export const SiteFinding = Finding.extend({ status: z.enum(['warn', 'fail']), skill });
export type SiteFinding = z.infer<typeof SiteFinding>;

const answer = {
  url: z.string().describe('The URL that the answer came from, without the values of its query.'),
  redirects: count,
  httpStatus: z.int().nullable(),
  contentType: z.string().nullable(),
  bytes: count,
  failure: FetchFailure.nullable().describe('Why there is no answer to use.'),
};

export const DiscoveryEvidence = z.strictObject({
  paths: z.array(z.strictObject({ path: z.string(), ...answer })),
  selected: z.string().nullable(),
});
export type DiscoveryEvidence = z.infer<typeof DiscoveryEvidence>;

export const SchemaEvidence = z.strictObject({
  schemaUri: z.string().nullable(),
  skills: count.nullable(),
  validSkills: count.nullable(),
  unknownFields: count,
});
export type SchemaEvidence = z.infer<typeof SchemaEvidence>;

const EntrySummary = z.strictObject({ index: count, skill, flaws: z.array(z.string()) });
export const EntriesEvidence = z.strictObject({
  invalid: count,
  warned: count,
  first: z.array(EntrySummary).describe('At most the first fifty invalid entries or entries with warnings.'),
});
export type EntriesEvidence = z.infer<typeof EntriesEvidence>;

export const OriginClass = z.enum(['same-origin', 'same-site', 'external']);
export type OriginClass = z.infer<typeof OriginClass>;

export const ArtifactsEvidence = z.strictObject({
  artifacts: z.array(
    z.strictObject({
      skill,
      ...answer,
      origin: OriginClass,
      advertisedDigest: Sha256,
      actualDigest: Sha256.nullable(),
      digestMatches: z.boolean().nullable().describe('null: nothing was fetched.'),
    }),
  ),
  notProcessed: count.describe('Valid entries beyond the limit, which were not fetched.'),
});
export type ArtifactsEvidence = z.infer<typeof ArtifactsEvidence>;

const content = {
  skill,
  frontmatterValid: z.boolean().nullable().describe('null: there is no SKILL.md to read.'),
  bodyCharacters: count,
  bodyLines: count,
  missingCues: z.array(z.enum(['workflow', 'input-output', 'example', 'validation'])),
};
export const ContentEvidence = z.strictObject({
  skills: z.array(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('skill-md'), ...content }),
      z.strictObject({
        kind: z.literal('archive'),
        ...content,
        entries: count,
        unpackedBytes: count,
        hasRootSkill: z.boolean(),
        unsafe: count.describe('Number of kinds of violations that forbid unpacking.'),
      }),
    ]),
  ),
});
export type ContentEvidence = z.infer<typeof ContentEvidence>;

export const SecurityEvidence = z.strictObject({
  injections: count,
  credentials: count,
  unsafeArchives: count,
  toolGrants: count,
  hooks: count,
  dynamicContext: count,
  suspiciousCommands: count,
  externalUrls: count,
  archiveScripts: count,
  crossOriginArtifacts: count,
});
export type SecurityEvidence = z.infer<typeof SecurityEvidence>;

export const StepStatus = z.enum(['pass', 'warn', 'fail', 'not-applicable']);
export type StepStatus = z.infer<typeof StepStatus>;

/** `weight` is in hundredths, so that sums of weights are exact. */
function step<Id extends string, Evidence extends z.ZodType>(id: Id, evidence: Evidence) {
  return z.strictObject({
    id: z.literal(id),
    title: z.string(),
    weight: z.int().positive(),
    status: StepStatus,
    findings: z.array(SiteFinding),
    evidence: evidence.nullable().describe('null if the step is not applicable.'),
  });
}

export const SiteStep = z.discriminatedUnion('id', [
  step('discover-index', DiscoveryEvidence),
  step('validate-index-schema', SchemaEvidence),
  step('validate-skill-entries', EntriesEvidence),
  step('verify-artifacts', ArtifactsEvidence),
  step('validate-skill-content', ContentEvidence),
  step('security-review', SecurityEvidence),
]);
export type SiteStep = z.infer<typeof SiteStep>;

/** The results of the site check for one origin. It contains no texts of skills, no bodies and no secrets. */
export const SiteReport = z.strictObject({
  format: z.literal('assay/site-report@1'),
  url: z.string(),
  score: z.int().min(0).max(100),
  verdict: z.enum(['pass', 'warn', 'fail']),
  steps: z.array(SiteStep),
  limits: SourceLimits,
});
export type SiteReport = z.infer<typeof SiteReport>;

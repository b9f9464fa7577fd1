import { z } from 'zod';
import { RelativePath, Sha256 } from './identifiers.ts';

/** One file of a snapshot. Records never hold its bytes; the digest identifies them. */
export const SkillFile = z.strictObject({
  path: RelativePath,
  executable: z.boolean(),
  size: z.int().nonnegative(),
  digest: Sha256,
});
export type SkillFile = z.infer<typeof SkillFile>;

/** The exact content of a skill, identified by a digest over its sorted paths, modes and bytes. */
export const Skill = z.strictObject({
  name: z
    .string()
    .describe('The name from its frontmatter, or that of its folder if the frontmatter has none.'),
  description: z.string(),
  source: z.string().describe('Where it came from, as the user wrote it.'),
  digest: Sha256,
  files: z.array(SkillFile),
});
export type Skill = z.infer<typeof Skill>;

/** A skill as it was read, before any check: its paths and bytes may be anything. Held in memory only. */
export const SkillFolder = z.strictObject({
  source: z.string().describe('The source as the user wrote it.'),
  folder: z.string().nullable().describe('Name of its folder; null if the source has none.'),
  files: z.array(
    z.strictObject({ path: RelativePath, executable: z.boolean(), content: z.instanceof(Uint8Array) }),
  ),
});
export type SkillFolder = z.infer<typeof SkillFolder>;

import type { Fetched } from '../../contracts/fetched.ts';
import type { SkillFolder } from '../../contracts/skill.ts';
import type { SourceLimits } from '../../contracts/source-limits.ts';
import type { RawFinding } from '../findings/rule.ts';
import type { ArchiveEntry } from '../source/archive-entry.ts';
import type { SkillEntry } from './read-entry.ts';

/** Everything that was seen of a site. The report follows from it, with nothing asked again. */
export type SiteObservation = {
  origin: string;
  canonical: Fetched;
  /** Asked for only where the canonical path is not usable. */
  legacy: Fetched | null;
  artifacts: readonly Artifact[];
  limits: SourceLimits;
};

export type Artifact = { entry: SkillEntry; fetched: Fetched; content: ArtifactContent | null };

export type ArtifactContent =
  | { kind: 'skill-md'; folder: SkillFolder }
  | {
      kind: 'archive';
      format: 'zip' | 'tar.gz' | 'tar' | null;
      entries: readonly ArchiveEntry[];
      unpackedBytes: number;
      /** What forbids to unpack it, the parser's own failure among it. */
      faults: readonly RawFinding[];
      /** null where it was not unpacked. */
      folder: SkillFolder | null;
    };

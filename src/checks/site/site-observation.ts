import type { Fetched } from '../../contracts/fetched.ts';
import type { SkillFolder } from '../../contracts/skill.ts';
import type { SourceLimits } from '../../contracts/source-limits.ts';
import type { RawFinding } from '../findings/rule.ts';
import type { ArchiveEntry } from '../source/archive-entry.ts';
import type { SkillEntry } from './read-entry.ts';

/** Everything that was observed of a site. The report follows from it without further requests. */
export type SiteObservation = {
  origin: string;
  canonical: Fetched;
  /** Requested only if the canonical path is not usable. */
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
      /** The reasons not to unpack it, including a failure of the parser. */
      faults: readonly RawFinding[];
      /** null if it was not unpacked. */
      folder: SkillFolder | null;
    };

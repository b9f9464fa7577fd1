import { AssayError } from '../../base/assay-error.ts';
import type { SkillEntry } from '../../checks/site/read-entry.ts';
import type { ArtifactContent } from '../../checks/site/site-observation.ts';
import { judgeArchive, offence } from '../../checks/source/judge-archive.ts';
import { SOURCE_RULES } from '../../checks/source/source-rules.ts';
import type { Fetched } from '../../contracts/fetched.ts';
import type { SourceLimits } from '../../contracts/source-limits.ts';
import { promisedFormat } from '../archive/archive-name.ts';
import { archiveTree, wrapperOf } from '../archive/archive-tree.ts';
import { openArchive } from '../archive/open-archive.ts';
import { loadSkill } from '../loading/load-skill.ts';

export type ArtifactTerms = { source: string; limits: SourceLimits };

/** Reads the content of an artifact even if its digest is wrong: the content is inspected, and not used. */
export async function readArtifact(
  entry: SkillEntry,
  fetched: Fetched,
  terms: ArtifactTerms,
): Promise<ArtifactContent | null> {
  if (fetched.status !== 'answered' || fetched.httpStatus !== 200) return null;
  if (entry.type === 'archive') return readArchive(entry, fetched.body, terms);
  const files = [{ path: 'SKILL.md', executable: false, content: fetched.body }];
  return { kind: 'skill-md', folder: { source: terms.source, folder: entry.name, files } };
}

async function readArchive(
  entry: SkillEntry,
  bytes: Uint8Array,
  { source, limits }: ArtifactTerms,
): Promise<ArtifactContent> {
  try {
    const archive = await openArchive(bytes, limits, promisedFormat(new URL(entry.url).pathname));
    const { format, entries, unpackedBytes } = archive;
    const listing = { kind: 'archive' as const, format, entries, unpackedBytes };
    const faults = judgeArchive(archive, 'skill', limits);
    if (faults.length > 0) return { ...listing, faults, folder: null };
    const tree = archiveTree(archive);
    const place = { source, path: wrapperOf(tree), rootName: entry.name, limits };
    const { folder, findings } = await loadSkill(tree, place);
    return { ...listing, faults: folder === null ? findings : [], folder };
  } catch (thrown) {
    if (!(thrown instanceof AssayError) || thrown.code !== 'FILE_UNREADABLE') throw thrown;
    const faults = offence(SOURCE_RULES.unreadable, [{ path: '.', flaw: thrown.message }]);
    return { kind: 'archive', format: null, entries: [], unpackedBytes: 0, faults, folder: null };
  }
}

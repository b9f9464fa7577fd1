import { overLimits } from '../../checks/source/judge-archive.ts';
import type { SourceLimits } from '../../contracts/source-limits.ts';
import { loadSkills, ofSource, type SkillSearch } from '../load-skills.ts';
import type { Source } from '../source.ts';
import { blobReader } from './blob-reader.ts';
import { fetchRepository } from './fetch-repository.ts';
import { git } from './git.ts';
import { parseTreeListing, repositoryTree } from './repository-tree.ts';

const LIST = ['ls-tree', '-r', '-l', '-z', '--full-tree', 'FETCH_HEAD'];

export async function loadGit(
  source: Extract<Source, { kind: 'git' }>,
  limits: SourceLimits,
  signal: AbortSignal,
): Promise<SkillSearch> {
  const { containerBytes, containerEntries } = limits;
  await using repository = await fetchRepository(source, limits, signal);
  if (repository === null) return tooLarge(containerBytes, 'bytes');
  const call = { repository: repository.folder, signal, maxBytes: containerBytes };
  const lines = parseTreeListing(await git(LIST, call));
  if (lines.length > containerEntries) return tooLarge(containerEntries, 'entries');
  const tree = await repositoryTree(lines, blobReader(call));
  return await loadSkills(tree, { source: source.text, limits });
}

function tooLarge(limit: number, unit: string): SkillSearch {
  return { skills: [], findings: ofSource(overLimits([[Number.POSITIVE_INFINITY, limit, unit]])) };
}

import { posix } from 'node:path';
import { AssayError } from '../../base/assay-error.ts';
import { nearestTo } from '../../base/nearest.ts';
import type { RawFinding } from '../../checks/findings/rule.ts';
import { offence } from '../../checks/source/judge-archive.ts';
import { SOURCE_RULES } from '../../checks/source/source-rules.ts';
import {
  folderTooLarge,
  type LoadTerms,
  loadSkills,
  ofSource,
  type SkillSearch,
} from '../loading/load-skills.ts';
import type { Source } from '../source.ts';
import { hiddenAttributeFiles, readAttributes } from './attributes.ts';
import { blobReader } from './blob-reader.ts';
import { fetchRepository } from './fetch-repository.ts';
import { git } from './git.ts';
import { type GitTreeLine, parseTreeListing, repositoryTree } from './repository-tree.ts';

const LIST = ['ls-tree', '-r', '-l', '-z', '--full-tree', 'FETCH_HEAD'];

/** Loads the skills of a repository, or of the requested folder in it. */
export async function loadGit(
  source: Extract<Source, { kind: 'git' }>,
  terms: LoadTerms,
): Promise<SkillSearch> {
  const { limits, signal, findsEvals } = terms;
  await using repository = await fetchRepository(source, terms);
  if (repository === null) return folderTooLarge(limits, 'containerBytes');
  const call = { repository: repository.folder, signal, maxBytes: limits.containerBytes };
  const lines = parseTreeListing(await git(LIST, call));
  if (lines.length > limits.containerEntries) return folderTooLarge(limits, 'containerEntries');
  const { path } = repository;
  requireFolder(path, lines, source.url);
  const hidden = hiddenAttributeFiles(lines);
  if (hidden.length > 0) return { skills: [], findings: ofSource(hiddenAttributes(hidden)) };
  const tree = await repositoryTree(lines, blobReader(call), await readAttributes(lines, call));
  const place = { source: source.text, limits, findsEvals };
  return await loadSkills(tree, { ...place, base: path, isSkill: path !== '.' });
}

function hiddenAttributes(paths: readonly string[]): RawFinding[] {
  const flaw = 'On some systems git reads it as attributes of the files around it';
  return offence(
    SOURCE_RULES.textDiffers,
    paths.map((path) => ({ path, flaw })),
  );
}

function requireFolder(path: string, lines: readonly GitTreeLine[], url: string): void {
  if (path === '.' || lines.some((line) => line.path.startsWith(`${path}/`))) return;
  const folders = new Set(lines.flatMap((line) => foldersOf(posix.dirname(line.path))));
  const [near] = nearestTo(path, [...folders]);
  const hint = near === undefined ? 'Check the path.' : `Did you mean ${near}?`;
  throw new AssayError('SOURCE_UNREACHABLE', `There is no folder "${path}" in ${url}. ${hint}`);
}

function foldersOf(folder: string): string[] {
  return folder === '.' ? [] : [folder, ...foldersOf(posix.dirname(folder))];
}

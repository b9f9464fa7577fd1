import { posix } from 'node:path';
import { completeFinding } from '../../checks/findings/complete-finding.ts';
import type { RawFinding } from '../../checks/findings/rule.ts';
import type { SourceFinding } from '../../checks/report-source.ts';
import { offence, overLimits, type SizeLimit } from '../../checks/source/judge-archive.ts';
import { SOURCE_RULES } from '../../checks/source/source-rules.ts';
import type { SourceLimits } from '../../contracts/source-limits.ts';
import type { FetchTerms } from '../http/fetch-bounded.ts';
import type { LoadedSkill } from '../source.ts';
import { evalsInTree } from './evals-in-tree.ts';
import { isWithin } from './is-within.ts';
import { loadSkill, type SkillLoading } from './load-skill.ts';
import { locateSkills } from './locate-skills.ts';
import { declaredSkillFolders, PLUGIN_MANIFESTS } from './plugin-manifest.ts';
import { type SourceTree, subtree } from './source-tree.ts';

export type SkillSearch = { skills: LoadedSkill[]; findings: SourceFinding<RawFinding>[] };

/** Findings about a source from which nothing is loaded, or about the source around its skills. */
export function ofSource<Found>(findings: readonly Found[]): SourceFinding<Found>[] {
  return findings.map((finding) => ({ path: null, finding }));
}

export function completed(findings: readonly SourceFinding<RawFinding>[]): SourceFinding[] {
  return findings.map(({ path, finding }) => ({ path, finding: completeFinding(finding, {}) }));
}

/** The result for a source that exceeds a limit, and so was not read to its end. */
export function folderTooLarge(limits: SourceLimits, limit: SizeLimit): SkillSearch {
  return { skills: [], findings: ofSource(overLimits(limits, { [limit]: Number.POSITIVE_INFINITY })) };
}

/** What holds for everything that loads the skills of a source. */
export type LoadTerms = FetchTerms & Pick<SearchPlace, 'findsEvals'>;

export type SearchPlace = {
  source: string;
  limits: SourceLimits;
  /** The folder of the tree that its author would call the root. */
  base?: string;
  rootName?: string | null;
  /** Whether the user has named the root itself, which is then the skill if no other is found. */
  isSkill?: boolean;
  /** Whether to look for the evals of each skill in the rest of the tree. */
  findsEvals?: boolean | undefined;
};

/** Loads every skill of a tree. A skill that cannot be loaded gets a finding instead. */
export async function loadSkills(tree: SourceTree, place: SearchPlace): Promise<SkillSearch> {
  const { limits, base = '.', isSkill = false, findsEvals = false } = place;
  const searched = subtree(tree, base);
  const located = locateSkills(pathsOf(searched), await declaredIn(searched, limits));
  if (located.length === 0 && isSkill) located.push('.');
  const paths = located.map((path) => posix.join(base, path));
  const loadings = await loadWithin(tree, paths, place);
  const skills = loadings.flatMap(({ path, folder }) => (folder === null ? [] : [{ path, folder }]));
  return {
    skills: findsEvals ? await withEvals(skills, tree, limits) : skills,
    findings: [
      ...loadings.flatMap(({ path, findings }) => findings.map((finding) => ({ path, finding }))),
      ...ofSource(countFindings(located.length, loadings.length)),
      ...ofSource(straysFrom(searched, located)),
    ],
  };
}

/** Loads one skill after the other, until one of the limits on all of them together is reached. */
async function loadWithin(
  tree: SourceTree,
  paths: readonly string[],
  { source, limits, rootName = null }: SearchPlace,
): Promise<SkillLoading[]> {
  const loadings: SkillLoading[] = [];
  let bytes = 0;
  for (const path of paths.slice(0, limits.skills)) {
    if (bytes > limits.containerBytes) break;
    const loading = await loadSkill(tree, { source, path, rootName, limits });
    bytes += loading.folder?.files.reduce((sum, { content }) => sum + content.byteLength, 0) ?? 0;
    loadings.push(loading);
  }
  return loadings;
}

async function withEvals(
  skills: readonly LoadedSkill[],
  tree: SourceTree,
  limits: SourceLimits,
): Promise<LoadedSkill[]> {
  const found: LoadedSkill[] = [];
  for (const skill of skills) found.push({ ...skill, evals: await evalsInTree(tree, skill, limits) });
  return found;
}

function pathsOf({ files, links }: SourceTree): string[] {
  return [...files, ...links].map(({ path }) => path);
}

async function declaredIn(tree: SourceTree, { indexBytes }: SourceLimits): Promise<string[]> {
  const manifests = tree.files.filter(
    ({ path, size }) => size <= indexBytes && PLUGIN_MANIFESTS.some((one) => one === path),
  );
  const contents = await Promise.all(manifests.map((file) => file.read()));
  return contents.flatMap((content) => declaredSkillFolders(Buffer.from(content).toString()));
}

/**
 * A skill may be behind a link or submodule that is not followed. Places within a skill have findings of that
 * skill.
 */
function straysFrom({ links, gaps }: SourceTree, located: readonly string[]): RawFinding[] {
  const outward = links.filter(({ target }) => target === null);
  const strays = [
    ...outward.map(({ path }) => ({ path, flaw: 'The link leaves the source' })),
    ...gaps.map((path) => ({ path, flaw: 'A submodule' })),
  ];
  const isOutside = ({ path }: { path: string }) => !located.some((folder) => isWithin(folder, path));
  return offence(SOURCE_RULES.notFollowed, strays.filter(isOutside));
}

function countFindings(located: number, loaded: number): RawFinding[] {
  if (located === 0) return offence(SOURCE_RULES.noSkill, [{ path: '.', flaw: 'No SKILL.md' }]);
  if (located === loaded) return [];
  const flaw = `${located} skills, of which ${loaded} are checked`;
  return offence(SOURCE_RULES.tooManySkills, [{ path: '.', flaw }]);
}

import { AssayError } from '../../base/assay-error.ts';
import type { RawFinding } from '../../checks/findings/rule.ts';
import { type ArchiveScope, judgeArchive, offence, sizesOf } from '../../checks/source/judge-archive.ts';
import { SOURCE_RULES } from '../../checks/source/source-rules.ts';
import type { SourceLimits } from '../../contracts/source-limits.ts';
import { loadSkills, ofSource, type SkillSearch } from '../loading/load-skills.ts';
import { type SourceTree, subtree } from '../loading/source-tree.ts';
import { archiveTree, wrapperOf } from './archive-tree.ts';
import { type OpenArchive, openArchive } from './open-archive.ts';

/**
 * Where the format wants SKILL.md: at the root, under one folder in a zip, or anywhere among many other
 * files, as in a package or a whole repository.
 */
export type ArchiveLayout = 'root' | 'skill-file' | 'package';

export type ArchiveTerms = {
  source: string;
  layout: ArchiveLayout;
  limits: SourceLimits;
  findsEvals?: boolean | undefined;
};

/** Loads the skills of an archive in memory. An archive that is not safe to unpack is not unpacked at all. */
export async function loadArchive(bytes: Uint8Array, terms: ArchiveTerms): Promise<SkillSearch> {
  try {
    const scope: ArchiveScope = terms.layout === 'package' ? 'container' : 'skill';
    const archive = await openArchive(bytes, sizesOf(scope, terms.limits));
    const faults = judgeArchive(archive, scope, terms.limits);
    return faults.length > 0 ? { skills: [], findings: ofSource(faults) } : await loadJudged(archive, terms);
  } catch (thrown) {
    if (!(thrown instanceof AssayError) || thrown.code !== 'FILE_UNREADABLE') throw thrown;
    const unreadable = offence(SOURCE_RULES.unreadable, [{ path: '.', flaw: thrown.message }]);
    return { skills: [], findings: ofSource(unreadable) };
  }
}

async function loadJudged(archive: OpenArchive, terms: ArchiveTerms): Promise<SkillSearch> {
  const tree = archiveTree(archive);
  const { skills, findings } = await searchTree(tree, terms);
  const isAtRoot = tree.files.some(({ path }) => path === 'SKILL.md');
  return { skills, findings: [...findings, ...ofSource(layoutFindings(terms.layout, isAtRoot, archive))] };
}

/** The folder around a package was named by the packer; in any other archive, the author named it. */
function searchTree(tree: SourceTree, { layout, ...place }: ArchiveTerms): Promise<SkillSearch> {
  const wrapper = wrapperOf(tree);
  return layout === 'package'
    ? loadSkills(subtree(tree, wrapper), place)
    : loadSkills(tree, { ...place, base: wrapper });
}

function layoutFindings(layout: ArchiveLayout, isAtRoot: boolean, { format }: OpenArchive): RawFinding[] {
  const flaws = {
    package: [],
    root: isAtRoot ? [] : ['There is no SKILL.md at the root of the archive'],
    'skill-file': [
      ...(isAtRoot ? ['SKILL.md is at the root of the archive, not under one folder'] : []),
      ...(format === 'zip' ? [] : [`The file is a ${format}, not a zip`]),
    ],
  } satisfies Record<ArchiveLayout, string[]>;
  return offence(
    SOURCE_RULES.layout,
    flaws[layout].map((flaw) => ({ path: '.', flaw })),
  );
}

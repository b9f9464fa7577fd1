import { AssayError } from '../../base/assay-error.ts';
import type { RawFinding } from '../../checks/findings/rule.ts';
import { type ArchiveScope, judgeArchive, offence, sizesOf } from '../../checks/source/judge-archive.ts';
import { judgePackage } from '../../checks/source/judge-package.ts';
import { SOURCE_RULES } from '../../checks/source/source-rules.ts';
import type { SourceLimits } from '../../contracts/source-limits.ts';
import { loadSkills, ofSource, type SkillSearch } from '../loading/load-skills.ts';
import { type SourceTree, subtree } from '../loading/source-tree.ts';
import type { ArchiveFormat } from './archive-name.ts';
import { archiveTree, wrapperOf } from './archive-tree.ts';
import { type OpenArchive, openArchive } from './open-archive.ts';

/**
 * Where the format wants SKILL.md: at the root, under one folder in a zip, or anywhere among many other
 * files, as in a package of npm or a whole repository.
 */
export type ArchiveLayout = 'root' | 'skill-file' | 'npm-package' | 'repository';

export type ArchiveTerms = {
  source: string;
  layout: ArchiveLayout;
  /** The format that the name of the file says, if it says one. */
  promised: ArchiveFormat | null;
  limits: SourceLimits;
  findsEvals?: boolean | undefined;
};

/** Loads the skills of an archive in memory. An archive that is not safe to unpack is not unpacked at all. */
export async function loadArchive(bytes: Uint8Array, terms: ArchiveTerms): Promise<SkillSearch> {
  try {
    const scope: ArchiveScope = isContainer(terms.layout) ? 'container' : 'skill';
    const archive = await openArchive(bytes, sizesOf(scope, terms.limits), terms.promised);
    const npmFaults = terms.layout === 'npm-package' ? judgePackage(archive) : [];
    const faults = [...judgeArchive(archive, scope, terms.limits), ...npmFaults];
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
  return { skills, findings: [...findings, ...ofSource(layoutFindings(terms.layout, isAtRoot))] };
}

/** The folder around a package was named by the packer; in any other archive, the author named it. */
function searchTree(tree: SourceTree, { layout, ...place }: ArchiveTerms): Promise<SkillSearch> {
  const wrapper = wrapperOf(tree);
  return isContainer(layout)
    ? loadSkills(subtree(tree, wrapper), place)
    : loadSkills(tree, { ...place, base: wrapper });
}

function isContainer(layout: ArchiveLayout): boolean {
  return layout === 'npm-package' || layout === 'repository';
}

function layoutFindings(layout: ArchiveLayout, isAtRoot: boolean): RawFinding[] {
  const flaws = {
    'npm-package': [],
    repository: [],
    root: isAtRoot ? [] : ['There is no SKILL.md at the root of the archive'],
    'skill-file': isAtRoot ? ['SKILL.md is at the root of the archive, not under one folder'] : [],
  } satisfies Record<ArchiveLayout, string[]>;
  return offence(
    SOURCE_RULES.layout,
    flaws[layout].map((flaw) => ({ path: '.', flaw })),
  );
}

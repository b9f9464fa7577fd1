/** Folders that clients search before any others; in the first, an agent also keeps its own skills. */
const CONTAINERS = /^(skills|dist\/skills|\.[^/]+\/skills)$/;

/** The search depth below a container, and below the root if no container holds a skill. */
const CONTAINER_DEPTH = 3;
const SEARCH_DEPTH = 6;

/** These folders are passed over while skills are looked for. In a skill they are files like any other. */
export const PASSED_OVER: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/**
 * The folders of a source that are skills: its root; else those in the usual places and those that a plugin
 * declares; else every folder with a `SKILL.md`. A `SKILL.md` below another skill is a file of that skill.
 */
export function locateSkills(paths: readonly string[], declared: readonly string[] = []): string[] {
  const folders = outermost(paths.filter(isSkillFile).map(folderOf).filter(isSearched));
  const known = new Set(declared);
  const expected = folders.filter((folder) => isExpected(folder, known));
  return expected.length > 0 ? expected : folders;
}

function isSearched(folder: string): boolean {
  const parts = partsOf(folder);
  return parts.length <= SEARCH_DEPTH && !parts.some((part) => PASSED_OVER.has(part));
}

/** Whether a file of this path makes its folder a skill. */
export function isSkillFile(path: string): boolean {
  return /(^|\/)skill\.md$/i.test(path);
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
}

function outermost(folders: readonly string[]): string[] {
  const known = new Set(folders);
  const isOutermost = (folder: string) => !ancestorsOf(folder).some((one) => known.has(one));
  return [...known].filter(isOutermost).sort();
}

function isExpected(folder: string, declared: ReadonlySet<string>): boolean {
  const ancestors = ancestorsOf(folder);
  const isContained = ancestors.slice(-CONTAINER_DEPTH).some((one) => CONTAINERS.test(one));
  return folder === '.' || isContained || [...ancestors, folder].some((one) => declared.has(one));
}

/** The ancestors of a folder from the root down, without the folder itself. */
function ancestorsOf(folder: string): string[] {
  const parts = partsOf(folder);
  return parts.map((_part, depth) => (depth === 0 ? '.' : parts.slice(0, depth).join('/')));
}

function partsOf(folder: string): string[] {
  return folder === '.' ? [] : folder.split('/');
}

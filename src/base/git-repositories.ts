import { foldedName } from './folded-name.ts';

/** The names that a folder with a repository has on some file system, as git itself refuses them. */
const FOLDERS = new Set(['.git', 'git~1']);

/**
 * The files that make a folder a git repository: those below `.git`, however it is written, and those of a folder
 * that git takes for a repository by its content. Whoever asks git about such a folder runs the programs that its
 * configuration names. `.gitattributes` and `.gitmodules` run nothing that a configuration does not define; in which files
 * a checkout differs from what was committed, `sources/git/attributes.ts` finds out.
 */
export function filesOfRepositories(paths: readonly string[]): string[] {
  const folded = paths.map((path) => ({ path, parts: path.split('/').map(foldedName) }));
  const bare = bareRepositories(folded.map(({ parts }) => parts));
  const isInside = (parts: readonly string[]) =>
    parts.some((part) => FOLDERS.has(part)) ||
    (bare.size > 0 && foldersOf(parts).some((one) => bare.has(one)));
  return folded.filter(({ parts }) => isInside(parts)).map(({ path }) => path);
}

/** The folders with what git looks for in a repository (gitrepository-layout(5)). */
function bareRepositories(places: readonly (readonly string[])[]): Set<string> {
  const commons = foldersWith('commondir', places);
  const objects = foldersWith('objects', places);
  const refs = foldersWith('refs', places);
  const isRepository = (one: string) => commons.has(one) || (objects.has(one) && refs.has(one));
  return new Set([...foldersWith('head', places)].filter(isRepository));
}

function foldersWith(name: string, places: readonly (readonly string[])[]): Set<string> {
  const folders = places.flatMap((parts) =>
    parts.flatMap((part, index) => (part === name ? [parts.slice(0, index).join('/')] : [])),
  );
  return new Set(folders);
}

/** The folders around a file, from the top (the empty path) down. */
function foldersOf(parts: readonly string[]): string[] {
  return parts.map((_, index) => parts.slice(0, index).join('/'));
}

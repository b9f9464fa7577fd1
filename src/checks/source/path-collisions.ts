/**
 * Paths that coincide on a system that ignores case or Unicode form, and files whose path must be a folder.
 */
export function pathCollisions(paths: readonly string[]): { path: string; flaw: string }[] {
  const folded = paths.map((path) => ({ path, key: path.normalize('NFC').toLowerCase() }));
  const folders = new Set(folded.flatMap(({ key }) => foldersOf(key)));
  const seen = new Set<string>();
  return folded.flatMap(({ path, key }) => {
    const isRepeated = seen.has(key);
    seen.add(key);
    if (isRepeated) return [{ path, flaw: 'Another entry has the same path' }];
    return folders.has(key) ? [{ path, flaw: 'Another entry lies below this file' }] : [];
  });
}

function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_part, index) => parts.slice(0, index + 1).join('/'));
}

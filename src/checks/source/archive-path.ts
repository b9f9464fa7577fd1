/** The place of an entry in its archive, or why it is refused. `""` is the archive's own root. */
export type ArchivePath = { path: string } | { flaw: string };

const MAX_PATH_LENGTH = 4096;

/** Backslashes and drive letters are refused, because on Windows they would choose another place. */
export function archivePath(name: string): ArchivePath {
  const parts = name.split('/');
  if (name.includes('\0')) return { flaw: 'contains a NUL character' };
  if (name.includes('\\')) return { flaw: 'contains a backslash' };
  if (name.length > MAX_PATH_LENGTH) return { flaw: `is longer than ${MAX_PATH_LENGTH} characters` };
  if (name.startsWith('/')) return { flaw: 'is absolute' };
  if (parts.includes('..')) return { flaw: 'contains ".."' };
  if (parts.some((part) => /^[a-z]:/i.test(part))) return { flaw: 'names a drive' };
  const path = parts.filter((part) => part !== '' && part !== '.').join('/');
  return path === '' && !name.endsWith('/') ? { flaw: 'is empty' } : { path };
}

/** Where there are no links, as on Windows, they become files with this text, which must not be a script. */
const PLAIN_TARGET = /^[\p{L}\p{M}\p{N}._@+,/-]*$/u;

/** A way back out of a folder leads elsewhere if that folder is a link itself. */
const GOES_BACK = /[^./]\/+(?:\.\/+)*\.\.(?:\/|$)/;

/**
 * The target of a link, relative to the archive's root. A hard link names a path in the archive, a symbolic
 * link a path relative to itself.
 */
export function linkTarget(path: string, target: string, kind: 'symbolic-link' | 'hard-link'): ArchivePath {
  if (/^([/\\]|[a-z]:)/i.test(target)) return { flaw: 'is absolute' };
  if (!PLAIN_TARGET.test(target)) return { flaw: 'is not a plain path' };
  const from = kind === 'hard-link' ? [] : path.split('/').slice(0, -1);
  const parts = resolveParts([...from, ...target.split('/')]);
  if (parts === null) return { flaw: 'leaves the archive' };
  return GOES_BACK.test(target) ? { flaw: 'is not a plain path' } : { path: parts.join('/') };
}

function resolveParts(parts: readonly string[]): string[] | null {
  const resolved: string[] = [];
  for (const part of parts) {
    if (part === '' || part === '.') continue;
    if (part !== '..') resolved.push(part);
    else if (resolved.pop() === undefined) return null;
  }
  return resolved;
}

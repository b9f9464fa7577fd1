/** Explains the system's error codes to somebody who has never seen one. */
const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'access is not permitted',
  EPERM: 'the operation is not permitted',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of its path is a file, not a folder',
  ELOOP: 'its links lead in a circle',
  EEXIST: 'something else is there already',
  ENOTEMPTY: 'the folder is not empty',
  ENAMETOOLONG: 'the name is too long',
  EROFS: 'it is on a read-only medium',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EIO: 'the disk could not be read or written',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  ETIMEDOUT: 'the connection took too long',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENOTFOUND: 'the name cannot be resolved',
  EAI_AGAIN: 'the name cannot be resolved just now',
};

/** A system error in plain words, without its path or address; `null` if the error is not a system error. */
export function systemFault(thrown: unknown): string | null {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return typeof code === 'string' ? (WORDS[code] ?? null) : null;
}

/** The path or address that a system error names. */
export function systemPlace(thrown: unknown): string | null {
  if (!(thrown instanceof Error)) return null;
  if ('path' in thrown && typeof thrown.path === 'string') return thrown.path;
  if ('address' in thrown && 'port' in thrown) return `${thrown.address}:${thrown.port}`;
  return 'hostname' in thrown && typeof thrown.hostname === 'string' ? thrown.hostname : null;
}

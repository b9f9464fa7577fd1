/** One entry of an archive, as the archive describes it. Nothing here has been checked. */
export type ArchiveEntry = {
  /** As it is written in the archive. */
  name: string;
  kind: 'file' | 'folder' | 'symbolic-link' | 'hard-link' | 'special' | 'undecodable';
  executable: boolean;
  /** Whoever runs the file becomes its owner, or of its group. */
  setId: 'setuid' | 'setgid' | null;
  size: number;
  /** Of a link, as written. */
  target: string | null;
};

const SETUID = 0o4000;
const SETGID = 0o2000;

/** What the mode of an entry says beside who may read and write it. */
export function readMode(mode: number): Pick<ArchiveEntry, 'executable' | 'setId'> {
  const setId = mode & SETUID ? 'setuid' : mode & SETGID ? 'setgid' : null;
  return { executable: (mode & 0o111) !== 0, setId };
}

export type ArchiveListing = {
  entries: readonly ArchiveEntry[];
  packedBytes: number;
  /** At least: reading stops where a limit is passed. */
  unpackedBytes: number;
};

/** One entry of an archive, as the archive describes it. Nothing here has been checked. */
export type ArchiveEntry = {
  /** The name as written in the archive. */
  name: string;
  /** The name in the header of a tar, for programs that do not read the longer one before it. */
  headerName?: string;
  kind: 'file' | 'folder' | 'symbolic-link' | 'hard-link' | 'special' | 'undecodable';
  executable: boolean;
  /** Anybody who runs the file becomes its owner, or a member of its group. */
  setId: 'setuid' | 'setgid' | null;
  size: number;
  /** The target of a link, as written. */
  target: string | null;
};

const SETUID = 0o4000;
const SETGID = 0o2000;

/** The permissions in an entry's mode, apart from who may read and write it. */
export function readMode(mode: number): Pick<ArchiveEntry, 'executable' | 'setId'> {
  const setId = mode & SETUID ? 'setuid' : mode & SETGID ? 'setgid' : null;
  return { executable: (mode & 0o111) !== 0, setId };
}

export type ArchiveListing = {
  entries: readonly ArchiveEntry[];
  packedBytes: number;
  /** A lower bound: reading stops once a limit is exceeded. */
  unpackedBytes: number;
};

/** One entry of an archive, as the archive describes it. Nothing here has been checked. */
export type ArchiveEntry = {
  /** As it is written in the archive. */
  name: string;
  kind: 'file' | 'folder' | 'symbolic-link' | 'hard-link' | 'special' | 'undecodable';
  executable: boolean;
  size: number;
  /** Of a link, as written. */
  target: string | null;
};

export type ArchiveListing = {
  entries: readonly ArchiveEntry[];
  packedBytes: number;
  /** At least: reading stops where a limit is passed. */
  unpackedBytes: number;
};

export type ArchiveFormat = 'zip' | 'tar.gz' | 'tar';

export const ARCHIVE_NAME = /\.(zip|skill|tar|tgz|tar\.gz)$/i;

const FORMATS: Readonly<Record<string, ArchiveFormat>> = {
  zip: 'zip',
  skill: 'zip',
  tar: 'tar',
  tgz: 'tar.gz',
  'tar.gz': 'tar.gz',
};

/** The format that the name of a file promises, by which most programs choose how to unpack it. */
export function promisedFormat(name: string): ArchiveFormat | null {
  const [, suffix = ''] = ARCHIVE_NAME.exec(name) ?? [];
  return FORMATS[suffix.toLowerCase()] ?? null;
}

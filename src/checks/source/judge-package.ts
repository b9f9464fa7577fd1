import { isAscii } from 'node:buffer';
import type { RawFinding } from '../findings/rule.ts';
import type { ArchiveEntry, ArchiveListing } from './archive-entry.ts';
import { archivePath } from './archive-path.ts';
import { offence } from './judge-archive.ts';
import { SOURCE_RULES } from './source-rules.ts';

/** What npm would unpack from a package in another way than it is read here (pacote's fetcher, node-tar's `strip`). */
export function judgePackage({ entries }: ArchiveListing): RawFinding[] {
  const [first = ''] = entries.map(({ name }) => topOf(name));
  const flawed = entries.flatMap((entry) => {
    const flaw = flawOf(entry, first);
    return flaw === null ? [] : [{ path: entry.name, flaw }];
  });
  return offence(SOURCE_RULES.npmDiffers, flawed);
}

/** node-tar decodes a header in pieces, and passes over a name of which a letter lies in two of them. */
function flawOf({ name, kind, headerName = name }: ArchiveEntry, first: string): string | null {
  if (kind === 'symbolic-link' || kind === 'hard-link') return 'npm leaves the link out';
  const place = archivePath(name);
  const isPlain = 'path' in place && place.path === (kind === 'folder' ? name.replace(/\/$/, '') : name);
  if (!isPlain) return 'The path has parts that npm counts as folders';
  if (topOf(name) !== first) return `The path is not below ${first}/, where the first one lies`;
  if (headerName !== name && !isAscii(Buffer.from(name)))
    return 'npm can fail to read the letters beyond ASCII, and take the name in the shorter header';
  return kind === 'folder' || name.includes('/') ? null : 'The path has no folder around it';
}

function topOf(name: string): string {
  const [top = ''] = name.split('/');
  return top;
}

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

function flawOf({ name, kind }: ArchiveEntry, first: string): string | null {
  if (kind === 'symbolic-link' || kind === 'hard-link') return 'npm leaves the link out';
  const place = archivePath(name);
  const isPlain = 'path' in place && place.path === (kind === 'folder' ? name.replace(/\/$/, '') : name);
  if (!isPlain) return 'The path has parts that npm counts as folders';
  if (topOf(name) !== first) return `The path is not below ${first}/, where the first one lies`;
  return kind === 'folder' || name.includes('/') ? null : 'The path has no folder around it';
}

function topOf(name: string): string {
  const [top = ''] = name.split('/');
  return top;
}

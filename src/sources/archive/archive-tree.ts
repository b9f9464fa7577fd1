import { archivePath, linkTarget } from '../../checks/source/archive-path.ts';
import type { SourceTree, TreeFile, TreeLink } from '../loading/source-tree.ts';
import type { OpenArchive, ReadableEntry } from './open-archive.ts';

/** The tree of an archive that has been judged, so that every path in it is known to be safe. */
export function archiveTree({ entries }: OpenArchive): SourceTree {
  const none = { gaps: [], specials: [], checkouts: [] };
  return { files: entries.flatMap(fileOf), links: entries.flatMap(linkOf), ...none };
}

/** The one folder that contains everything else; `.` if there is none. */
export function wrapperOf({ files, links }: SourceTree): string {
  const paths = [...files, ...links].map(({ path }) => path);
  const [first = ''] = paths;
  const top = first.slice(0, first.indexOf('/') + 1);
  return top !== '' && paths.every((path) => path.startsWith(top)) ? top.slice(0, -1) : '.';
}

function fileOf({ name, kind, executable, size, read }: ReadableEntry): TreeFile[] {
  const place = archivePath(name);
  return kind === 'file' && 'path' in place ? [{ path: place.path, executable, size, read }] : [];
}

function linkOf({ name, kind, target }: ReadableEntry): TreeLink[] {
  const place = archivePath(name);
  if ('flaw' in place || (kind !== 'symbolic-link' && kind !== 'hard-link')) return [];
  const end = linkTarget(place.path, target ?? '', kind);
  return [{ path: place.path, target: 'path' in end ? end.path : null }];
}

import { foldedName } from '../../base/folded-name.ts';
import { normalised } from '../../base/normalised.ts';
import type { SourceLimits } from '../../contracts/source-limits.ts';
import { excerptOf } from '../findings/excerpt.ts';
import type { RawFinding, Rule } from '../findings/rule.ts';
import type { ArchiveEntry, ArchiveListing } from './archive-entry.ts';
import { archivePath, linkTarget } from './archive-path.ts';
import { SOURCE_RULES } from './source-rules.ts';

/** An archive holds either one skill, or skills among many other files. */
export type ArchiveScope = 'skill' | 'container';

/** The maximum number of entries, and the maximum total size of the files. */
export function sizesOf(scope: ArchiveScope, limits: SourceLimits): ArchiveSizes {
  const { containerEntries, containerBytes } = limits;
  return scope === 'skill' ? limits : { entries: containerEntries, unpackedBytes: containerBytes };
}

export type ArchiveSizes = Pick<SourceLimits, 'entries' | 'unpackedBytes'>;

/**
 * Everything that forbids unpacking, judged from the listing alone. An empty result means that it is safe.
 */
export function judgeArchive(
  listing: ArchiveListing,
  scope: ArchiveScope,
  limits: SourceLimits,
): RawFinding[] {
  const { entries } = listing;
  return [
    ...unsafePaths(entries.map(({ name }) => name)),
    ...collisionsOf(
      entries.filter(({ kind }) => kind !== 'folder').map(plainName),
      entries.filter(({ kind }) => kind === 'folder').map(plainName),
    ),
    ...offence(SOURCE_RULES.linkUnsafe, offenders(entries, linkFlaw)),
    ...offence(SOURCE_RULES.specialFile, offenders(entries, specialFlaw)),
    ...offence(SOURCE_RULES.setId, offenders(entries, setIdFlaw)),
    ...offence(SOURCE_RULES.unreadable, offenders(entries, codingFlaw)),
    ...overLimits(limits, measured(listing, scope)),
  ];
}

/** The sizes of an archive, by the names of the limits that apply to it. */
function measured(
  { entries, packedBytes, unpackedBytes }: ArchiveListing,
  scope: ArchiveScope,
): Partial<Record<SizeLimit, number>> {
  const ratio = unpackedBytes / Math.max(packedBytes, 1);
  if (scope === 'container')
    return { containerEntries: entries.length, containerBytes: unpackedBytes, ratio };
  const files = entries.filter(({ kind }) => kind === 'file').length;
  return { entries: entries.length, files, unpackedBytes, ratio };
}

export function unsafePaths(names: readonly string[]): RawFinding[] {
  const flawed = names.flatMap((name) => {
    const place = archivePath(name);
    return 'flaw' in place ? [{ path: name, flaw: `The path ${place.flaw}` }] : [];
  });
  return offence(SOURCE_RULES.pathUnsafe, flawed);
}

export function collisionsOf(paths: readonly string[], folders: readonly string[] = []): RawFinding[] {
  return offence(SOURCE_RULES.pathsCollide, pathCollisions(paths, folders));
}

const SIZES = [
  ['entries', 'entries'],
  ['files', 'files'],
  ['unpackedBytes', 'bytes unpacked'],
  ['ratio', 'bytes unpacked for each byte packed'],
  ['containerEntries', 'entries around its skills'],
  ['containerBytes', 'bytes around its skills'],
  ['downloadBytes', 'bytes in one file'],
] as const satisfies readonly (readonly [keyof SourceLimits, string])[];

export type SizeLimit = (typeof SIZES)[number][0];

/** Findings for the sizes that exceed their limits. */
export function overLimits(limits: SourceLimits, found: Partial<Record<SizeLimit, number>>): RawFinding[] {
  const passed = SIZES.filter(([name]) => (found[name] ?? 0) > limits[name]);
  const flaws = passed.map(
    ([name, unit]) => `More than ${limits[name]} ${unit}; --limit ${name}=NUMBER allows more`,
  );
  return offence(
    SOURCE_RULES.overLimits,
    flaws.map((flaw) => ({ path: '.', flaw })),
  );
}

type Offender = { path: string; flaw: string };

/**
 * One finding for each rule, at the first place, so that a thousand bad entries do not make a thousand
 * findings.
 */
export function offence(rule: Rule, [first, ...others]: readonly Offender[]): RawFinding[] {
  if (first === undefined) return [];
  const excerpt = others.length === 0 ? first.flaw : `${first.flaw} (and ${others.length} more)`;
  return [{ rule, file: excerptOf(first.path), line: 1, column: 1, excerpt }];
}

function offenders(
  entries: readonly ArchiveEntry[],
  flawOf: (entry: ArchiveEntry) => string | null,
): Offender[] {
  return entries.flatMap((entry) => {
    const flaw = flawOf(entry);
    return flaw === null ? [] : [{ path: entry.name, flaw }];
  });
}

function plainName({ name }: ArchiveEntry): string {
  const place = archivePath(name);
  return 'path' in place ? place.path : name;
}

function linkFlaw({ name, kind, target }: ArchiveEntry): string | null {
  const from = archivePath(name);
  if ((kind !== 'symbolic-link' && kind !== 'hard-link') || 'flaw' in from) return null;
  const to = linkTarget(from.path, target ?? '', kind);
  return 'flaw' in to ? `The target of the link ${to.flaw}` : null;
}

function specialFlaw({ kind }: ArchiveEntry): string | null {
  return kind === 'special' ? 'Neither file, folder nor link' : null;
}

/** On a folder these bits run nothing: they determine the group of new files. */
function setIdFlaw({ kind, setId }: ArchiveEntry): string | null {
  return kind === 'file' && setId !== null ? `The ${setId} bit is set` : null;
}

function codingFlaw({ kind }: ArchiveEntry): string | null {
  return kind === 'undecodable' ? 'Encrypted, or compressed in a way that clients need not know' : null;
}

/**
 * Paths that coincide on a system that ignores case, Unicode form or the end of a name, and files whose path must be a
 * folder.
 */
export function pathCollisions(
  paths: readonly string[],
  emptyFolders: readonly string[] = [],
): { path: string; flaw: string }[] {
  const folded = paths.map((path) => ({ path, keys: foldedPaths(path) }));
  const folders = new Set([
    ...folded.flatMap(({ keys }) => keys.flatMap(foldersOf)),
    ...emptyFolders.flatMap(foldedPaths),
  ]);
  const seen = new Set<string>();
  return folded.flatMap(({ path, keys }) => {
    const isRepeated = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    if (isRepeated) return [{ path, flaw: 'Another entry has the same path' }];
    return keys.some((key) => folders.has(key))
      ? [{ path, flaw: 'Another entry is a folder of this path, or lies below it' }]
      : [];
  });
}

/** On Windows, programs that unpack archives write an underscore for a colon, and git the name before it. */
function foldedPaths(path: string): string[] {
  return path.includes(':') ? [foldedPath(path), foldedPath(path.replaceAll(':', '_'))] : [foldedPath(path)];
}

/** Some letters are the same only as capitals, as are those of "ss" and "ß". */
function foldedPath(path: string): string {
  const names = normalised(path, 'NFC').split('/').map(foldedName);
  return normalised(names.join('/').toUpperCase().toLowerCase(), 'NFC');
}

function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_part, index) => parts.slice(0, index + 1).join('/'));
}

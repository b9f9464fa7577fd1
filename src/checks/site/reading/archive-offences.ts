import type { ArchiveEntry } from '../../source/archive-entry.ts';
import { archivePath } from '../../source/archive-path.ts';
import { SOURCE_RULES } from '../../source/source-rules.ts';
import type { ArtifactContent } from '../site-observation.ts';

type Archive = Extract<ArtifactContent, { kind: 'archive' }>;

export type Offence = { file: string; excerpt: string; isSecurity: boolean };

/** Faults of size and of encoding are not by themselves an attack. */
const STRUCTURAL = new Set<string>([SOURCE_RULES.overLimits.id, SOURCE_RULES.unreadable.id]);

/**
 * What the site check rejects in an archive: everything that forbids unpacking, and any link, wherever it
 * leads.
 */
export function archiveOffences({ faults, entries }: Archive): Offence[] {
  const offences = faults.map(({ rule, file, excerpt }) => ({
    file,
    excerpt,
    isSecurity: !STRUCTURAL.has(rule.id),
  }));
  const links = entries.filter(({ kind }) => kind === 'symbolic-link' || kind === 'hard-link');
  const [first] = links;
  if (first === undefined) return offences;
  return [
    ...offences,
    { file: first.name, excerpt: `${links.length} links, the first is a ${first.kind}`, isSecurity: true },
  ];
}

export function hasRootSkill({ entries }: Archive): boolean {
  return entries.some(isRootSkill);
}

/** `./SKILL.md`, as `tar -C folder .` writes it. */
export function hasDotPaths({ entries }: Archive): boolean {
  return entries.some((entry) => isRootSkill(entry) && entry.name !== 'SKILL.md');
}

function isRootSkill({ name, kind }: ArchiveEntry): boolean {
  const place = archivePath(name);
  return kind === 'file' && 'path' in place && place.path === 'SKILL.md';
}

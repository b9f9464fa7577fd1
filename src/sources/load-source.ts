import { readFile, stat } from 'node:fs/promises';
import type { SourceFinding } from '../checks/report-source.ts';
import { SOURCE_RULES } from '../checks/source/source-rules.ts';
import { DEFAULT_SOURCE_LIMITS } from '../contracts/source-limits.ts';
import { promisedFormat } from './archive/archive-name.ts';
import { unreadable } from './file-fault.ts';
import { reachFrom } from './http/reach.ts';
import { loadFolder } from './load-folder.ts';
import { completed, folderTooLarge, type LoadTerms, type SkillSearch } from './loading/load-skills.ts';
import { withinTime } from './loading/within-time.ts';
import { pickSkill, sharedNames } from './pick-skill.ts';
import type { SiteOptions } from './site/gather-site.ts';
import type { LoadedSource, Source } from './source.ts';

export type LoadOptions = SiteOptions & {
  /** The name of the one skill to load, if there are several. It wins over an `@skill` in the source. */
  skillName?: string | undefined;
  /** Whether to look for the evals of each skill in the rest of the source. */
  findsEvals?: boolean | undefined;
};

/** Loads every skill of a source into memory. Nothing of it is executed or written to disk. */
export async function loadSource(source: Source, options: LoadOptions = {}): Promise<LoadedSource> {
  const loaded = await loadAll(source, options);
  const wanted = options.skillName ?? (source.kind === 'git' ? source.skill : null);
  if (wanted !== null && loaded.skills.length > 0) return onlySkill(loaded, wanted, source.text);
  return { ...loaded, findings: [...loaded.findings, ...completed(sharedNames(loaded.skills))] };
}

/** A caller that wants one skill is told nothing about the others, nor how many there are. */
function onlySkill({ skills, findings }: LoadedSource, wanted: string, source: string): LoadedSource {
  const skill = pickSkill(skills, wanted, source);
  const isOfSkill = ({ path, finding }: SourceFinding) =>
    path === skill.path || (path === null && finding.rule !== SOURCE_RULES.tooManySkills.id);
  return { skills: [skill], findings: findings.filter(isOfSkill) };
}

async function loadAll(source: Source, options: LoadOptions): Promise<LoadedSource> {
  const { limits = DEFAULT_SOURCE_LIMITS, signal } = options;
  const reach = reachFrom(await hostOf(source), options);
  return withinTime({ seconds: limits.totalSeconds, signal }, async (bounded) => {
    const terms = { reach, limits, signal: bounded };
    if (source.kind === 'site') return (await import('./site/load-site.ts')).loadSite(source, terms);
    const { skills, findings } = await search(source, { ...terms, findsEvals: options.findsEvals });
    return { skills, findings: completed(findings) };
  });
}

async function hostOf(source: Source): Promise<URL | null> {
  if (source.kind === 'site') return new URL(source.origin);
  if (!('url' in source)) return null;
  const host = source.kind === 'git' ? (await import('./git/remote.ts')).sshHost(source.url) : null;
  return URL.parse(host === null ? source.url : `ssh://${host}`);
}

/** A folder is what is loaded most often, so it does not wait for what the others need. */
async function search(source: Exclude<Source, { kind: 'site' }>, terms: LoadTerms): Promise<SkillSearch> {
  switch (source.kind) {
    case 'folder':
      return loadFolder(source, terms);
    case 'archive':
      return loadArchiveFile(source, terms);
    case 'git':
      return (await import('./git/load-git.ts')).loadGit(source, terms);
    case 'npm':
      return (await import('./npm/load-npm.ts')).loadNpm(source, terms);
    case 'download':
      return (await import('./download/load-download.ts')).loadDownload(source, terms);
  }
}

async function loadArchiveFile(
  { path, text }: Extract<Source, { kind: 'archive' }>,
  { limits, findsEvals }: LoadTerms,
): Promise<SkillSearch> {
  const bytes = await readWithin(path, limits.downloadBytes);
  if (bytes === null) return folderTooLarge(limits, 'downloadBytes');
  const layout = /\.skill$/i.test(path) ? 'skill-file' : 'root';
  const { loadArchive } = await import('./archive/load-archive.ts');
  return loadArchive(bytes, { source: text, layout, promised: promisedFormat(path), limits, findsEvals });
}

async function readWithin(path: string, maxBytes: number): Promise<Uint8Array | null> {
  try {
    const { size } = await stat(path);
    return size > maxBytes ? null : await readFile(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

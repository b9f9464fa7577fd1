import { resolve } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import type { Skill, SkillFolder } from '../contracts/skill.ts';
import { isWithin } from '../sources/is-within.ts';
import { kindOfPath } from '../sources/kind-of-path.ts';
import { type LoadOptions, loadSource } from '../sources/load-source.ts';
import { parseSource } from '../sources/parse-source.ts';
import { readSnapshot, saveSnapshot, snapshotCacheFolder } from '../sources/snapshot-cache.ts';
import type { LoadedSkill, Source } from '../sources/source.ts';

export type SkillSourceOptions = LoadOptions & { text: string };

/** The one skill that a source is to be benchmarked for. It is kept, so that the run can be resumed without the source. */
export async function fetchSkill(
  { text, ...options }: SkillSourceOptions,
  suiteDir: string,
): Promise<SkillFolder> {
  const source = parseSource(text, kindOfPath);
  requireApart(source, suiteDir);
  const { skills, findings } = await loadSource(source, options);
  const [skill, second] = skills;
  if (skill === undefined)
    throw nothingLoaded(
      text,
      findings.map(({ title }) => title),
    );
  if (second !== undefined) throw tooMany(text, skills);
  await saveSnapshot(snapshotCacheFolder(process.env), skill.folder);
  return skill.folder;
}

/** The skill of an earlier run, byte for byte. */
export async function keptSkill({ digest, source, name }: Skill): Promise<SkillFolder> {
  const files = await readSnapshot(snapshotCacheFolder(process.env), digest);
  if (files !== null) return { source, folder: null, files };
  const message = `The snapshot ${digest} of "${name}" is no longer kept on this machine. Start a new run from ${source}.`;
  throw new AssayError('RUN_MISMATCH', message);
}

function requireApart(source: Source, suiteDir: string): void {
  if (source.kind !== 'folder' || !isWithin(resolve(source.path), suiteDir)) return;
  const message = `The skill's folder ${source.path} holds the suite: its grading files would enter the sandbox.`;
  throw new AssayError('USAGE', `${message} Move one of the two.`);
}

function nothingLoaded(text: string, reasons: readonly string[]): AssayError {
  const why = reasons.length === 0 ? '' : ` ${reasons.join('. ')}.`;
  return new AssayError(
    'SKILL_INVALID',
    `${text} holds no skill that can be run.${why} "assay check" says more.`,
  );
}

function tooMany(text: string, skills: readonly LoadedSkill[]): AssayError {
  const places = skills.map(({ path }) => path).join(', ');
  return new AssayError('USAGE', `${text} holds several skills (${places}). Choose one with --skill-name.`);
}

import { join, resolve } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { seenFrom } from '../checks/report-source.ts';
import { SOURCE_RULES } from '../checks/source/source-rules.ts';
import type { Finding } from '../contracts/finding.ts';
import type { Skill, SkillFolder } from '../contracts/skill.ts';
import { stateDir } from '../sandbox/session/state-dir.ts';
import { type LoadOptions, loadSource } from '../sources/load-source.ts';
import { isWithin } from '../sources/loading/is-within.ts';
import { LOCAL_PATHS } from '../sources/local-paths.ts';
import { parseSource } from '../sources/parse-source.ts';
import { readSnapshot, saveSnapshot } from '../sources/snapshot-cache.ts';
import type { LoadedSkill, Source, SourceEvals } from '../sources/source.ts';

export type SkillSourceOptions = LoadOptions & { text: string };

/**
 * A skill to use instead of a suite's own, the findings from loading it, and its evals elsewhere in the source, if they
 * were looked for.
 */
export type ChosenSkill = { skill: SkillFolder; found: readonly Finding[]; evals?: SourceEvals | null };

/**
 * Fetches the skill to benchmark from its source, which must hold exactly one that is meant. `suiteDir` is the suite whose
 * grading files it must not contain; null if there is none yet.
 */
export async function fetchSkill(
  { text, ...options }: SkillSourceOptions,
  suiteDir: string | null,
): Promise<ChosenSkill> {
  const source = parseSource(text, LOCAL_PATHS);
  if (suiteDir !== null) requireApart(source, suiteDir);
  const { skills, findings } = await loadSource(source, options);
  const [skill, second] = skills;
  const found = findings.map(({ finding }) => finding);
  if (skill === undefined) throw nothingLoaded(text, found);
  if (second !== undefined) throw tooMany(text, skills);
  const { path, folder, evals = null } = skill;
  return { skill: folder, found: found.map((finding) => seenFrom(path, finding)), evals };
}

/** Saves the skill that is about to be benchmarked, so that the run can be resumed without its source. */
export async function keepSkill(skill: SkillFolder): Promise<void> {
  await saveSnapshot(snapshotCache(), skill);
}

/** Reads the skill of an earlier run, byte for byte. */
export async function keptSkill({ digest, source, name }: Skill): Promise<ChosenSkill> {
  const files = await readSnapshot(snapshotCache(), digest);
  if (files !== null) return { skill: { source, folder: null, files }, found: [] };
  const message = `The snapshot ${digest} of "${name}" is no longer kept on this machine. Start a new run from ${source}.`;
  throw new AssayError('RUN_MISMATCH', message);
}

function snapshotCache(): string {
  return join(stateDir(), 'skills');
}

function requireApart(source: Source, suiteDir: string): void {
  if (source.kind !== 'folder' || !isWithin(resolve(source.path), suiteDir)) return;
  const message = `The skill's folder ${source.path} contains the suite: its grading files would enter the sandbox.`;
  throw new AssayError('USAGE', `${message} Move one of the two.`);
}

function nothingLoaded(text: string, found: readonly Finding[]): AssayError {
  const why = found.map((finding) => ` ${whyNot(finding)}.`).join('');
  return new AssayError(
    'SKILL_INVALID',
    `${text} contains no skill that can be run.${why} "assay check" says more.`,
  );
}

/** Names the limit, for a user who may be able to raise it. */
function whyNot({ rule, title, excerpt }: Finding): string {
  return rule === SOURCE_RULES.overLimits.id ? `${title}: ${excerpt}` : title;
}

function tooMany(text: string, skills: readonly LoadedSkill[]): AssayError {
  const places = skills.map(({ path }) => path).join(', ');
  return new AssayError(
    'USAGE',
    `${text} contains several skills (${places}). Choose one with --skill-name.`,
  );
}

import { basename, resolve } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { slugOf } from '../base/slug-of.ts';
import { readSkill } from '../checks/skill/read-skill.ts';
import { snapshotOf } from '../checks/snapshot.ts';
import { type Guess, guessEnvironment } from '../suites/starter/guess-environment.ts';
import { starterFiles } from '../suites/starter/starter-files.ts';
import { checkBenchmark, isSound } from './check-before-run.ts';
import { fetchSkill, type SkillSourceOptions } from './choose-skill.ts';
import { emptyFolder, emptyFolderHere, writeFiles } from './suite-folder.ts';

export type NewSuite = {
  dir: string;
  skill: string;
  guesses: readonly Guess[];
  /** Whether the skill passes the static checks, without which it is not run. */
  isSound: boolean;
};

/** Starts a suite for a skill from anywhere: a copy of the skill, a guessed environment, one worked task. */
export async function initSuite(source: SkillSourceOptions, dir: string | undefined): Promise<NewSuite> {
  const folder = dir === undefined ? null : await emptyFolder(dir);
  const { skill, found } = await fetchSkill(source, folder ?? resolve('.'));
  if (readSkill(skill).document === null) throw noSkill(source.text);
  const { name } = snapshotOf(skill);
  const suite = folder ?? (await emptyFolderHere(`${slugOf(name) || 'skill'}-suite`));
  const guesses = guessEnvironment(skill.files);
  const starter = starterFiles({ id: basename(suite), skill: name, guesses });
  const copied = skill.files.map((file) => ({ ...file, path: `skill/${file.path}` }));
  const written = starter.map(({ path, content }) => ({
    path,
    executable: path.endsWith('.sh'),
    content: new TextEncoder().encode(content),
  }));
  await writeFiles(suite, [...written, ...copied]);
  // The suite's folder of the skill is called skill/, whatever the skill's own is called.
  const checks = await checkBenchmark({ skill: { ...skill, folder: null }, found });
  return { dir: suite, skill: name, guesses, isSound: isSound(checks) };
}

function noSkill(source: string): AssayError {
  return new AssayError('SKILL_INVALID', `${source}: expected a skill, found no SKILL.md that can be read.`);
}

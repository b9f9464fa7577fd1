import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { AssayError, reasonOf } from '../base/assay-error.ts';
import { readSkill } from '../checks/skill/read-skill.ts';
import { snapshotOf } from '../checks/snapshot.ts';
import { Slug } from '../contracts/identifiers.ts';
import { type Guess, guessEnvironment } from '../suites/starter/guess-environment.ts';
import { starterFiles } from '../suites/starter/starter-files.ts';
import { fetchSkill, type SkillSourceOptions } from './choose-skill.ts';

export type NewSuite = { dir: string; skill: string; guesses: readonly Guess[] };

/** Starts a suite for a skill from anywhere: a copy of the skill, a guessed environment, one worked task. */
export async function initSuite(source: SkillSourceOptions, dir: string | undefined): Promise<NewSuite> {
  const folder = dir === undefined ? null : await emptyFolder(dir);
  const { skill } = await fetchSkill(source, folder ?? resolve('.'));
  if (readSkill(skill).document === null) throw noSkill(source.text);
  const { name } = snapshotOf(skill);
  const suite = folder ?? (await emptyFolder(`${slugOf(name)}-suite`));
  const guesses = guessEnvironment(skill.files);
  const starter = starterFiles({ id: basename(suite), skill: name, guesses });
  const copied = skill.files.map((file) => ({ ...file, path: `skill/${file.path}` }));
  await makeFolder(suite);
  for (const { path, content } of starter)
    await write(join(suite, path), Buffer.from(content), path.endsWith('.sh'));
  for (const { path, content, executable } of copied) await write(join(suite, path), content, executable);
  return { dir: suite, skill: name, guesses };
}

function noSkill(source: string): AssayError {
  return new AssayError('SKILL_INVALID', `${source}: expected a skill, found no SKILL.md that can be read.`);
}

function slugOf(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['skill'];
  return words.join('-').slice(0, 48).replace(/-$/, '');
}

/** Nothing that is there is written over. */
async function emptyFolder(dir: string): Promise<string> {
  const folder = resolve(dir);
  const id = basename(folder);
  if (!Slug.safeParse(id).success) {
    const expected =
      'expected a name of lowercase letters, digits and single hyphens, because it is the id of the suite';
    throw new AssayError('USAGE', `${folder}: ${expected}.`);
  }
  if (!existsSync(dirname(folder)))
    throw new AssayError(
      'FILE_UNWRITABLE',
      `Cannot write ${folder}: the folder ${dirname(folder)} does not exist.`,
    );
  if (existsSync(folder) && (await entriesOf(folder)).length > 0)
    throw new AssayError(
      'FILE_UNWRITABLE',
      `${folder}: expected an empty folder or none, found files there.`,
    );
  return folder;
}

async function entriesOf(folder: string): Promise<string[]> {
  return await readdir(folder).catch((cause: unknown) => {
    throw new AssayError('FILE_UNWRITABLE', `${folder}: ${reasonOf(cause)}.`, { cause });
  });
}

/** Not with the folders above it: where none can be made, such as in /proc, that would not end. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder).catch((cause: unknown) => {
    if (existsSync(folder)) return;
    throw new AssayError('FILE_UNWRITABLE', `Cannot write ${folder}: ${reasonOf(cause)}.`, { cause });
  });
}

async function write(file: string, content: Uint8Array, executable: boolean): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, { flag: 'wx', mode: executable ? 0o755 : 0o644 });
  } catch (cause) {
    throw new AssayError('FILE_UNWRITABLE', `Cannot write ${file}: ${reasonOf(cause)}.`, { cause });
  }
}

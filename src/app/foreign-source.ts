import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { SKILL_FILES } from '../checks/skill/read-skill.ts';
import { snapshotOf } from '../checks/snapshot.ts';
import type { Loss } from '../contracts/loss.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import type { ForeignSource } from '../foreign/foreign-format.ts';
import { isMissing, unreadable } from '../sources/file-fault.ts';
import { type Files, type FolderEntry, readFolder } from '../sources/read-folder.ts';
import { fetchSkill, type SkillSourceOptions } from './choose-skill.ts';

/** Far more than anybody writes. */
const MOST_BYTES = 16 * 1024 * 1024;
const NOT_READ = 'This folder is not read. What a task needs of it has to lie elsewhere.';
/** How far above the tasks their skill may lie: evals/ and one folder more. */
const LEVELS_UP = 2;

/** These folders are passed over where tasks are looked for, but for packages in the folder of a skill. */
const PASSED_OVER = ['.git', 'node_modules'];

/** The files that are read of a foreign task, and a loss for each folder that is not. */
export type ForeignReading = { source: ForeignSource; passedOver: Loss[] };

/** The files at a path: those of a folder, or one file and what lies beside it. Nothing of them is run. */
export async function readForeign(
  path: string,
  skill: SkillSourceOptions | undefined,
): Promise<ForeignReading> {
  const place = resolve(path);
  const isFolder = await isFolderAt(place);
  const folder = isFolder ? place : dirname(place);
  const { files, passedOver } = isFolder ? await filesIn(folder) : await filesBeside(place);
  const chosen = skill === undefined ? await skillAround(folder) : (await fetchSkill(skill, null)).skill;
  const source = {
    files,
    entry: isFolder ? null : basename(place),
    skill: chosen?.files ?? null,
    skillName: chosen === null ? null : snapshotOf(chosen).name,
  };
  return { source, passedOver };
}

async function isFolderAt(place: string): Promise<boolean> {
  try {
    return (await stat(place)).isDirectory();
  } catch (cause) {
    if (!isMissing(cause)) throw unreadable(place, cause);
    throw new AssayError('FILE_NOT_FOUND', `${place}: expected tasks, found nothing there.`);
  }
}

type FolderReading = { files: Files; passedOver: Loss[] };

/** The repository that the folder itself is a checkout of is nothing that anybody would miss. */
async function filesIn(folder: string): Promise<FolderReading> {
  const passedOver: Loss[] = [];
  const isPassedOver = ({ path, name, isInSkill }: FolderEntry): boolean => {
    if (!PASSED_OVER.includes(name) || (isInSkill && name === 'node_modules')) return false;
    if (path !== '.git') passedOver.push({ file: path, place: '', effect: 'dropped', detail: NOT_READ });
    return true;
  };
  const files = (await readFolder(folder, 'INPUT_INVALID', isPassedOver)) ?? [];
  return { files, passedOver };
}

/** A file may lie in a folder full of other things: these are only read if they are few and plain. */
async function filesBeside(file: string): Promise<FolderReading> {
  const { size } = await stat(file);
  if (size > MOST_BYTES)
    throw new AssayError('INPUT_INVALID', `${file}: expected at most 16 MiB, found ${size} bytes.`);
  const alone = { path: basename(file), executable: false, content: await readFile(file) };
  const beside = await filesIn(dirname(file)).catch(() => ({ files: [], passedOver: [] }));
  return { ...beside, files: [alone, ...beside.files.filter(({ path }) => path !== alone.path)] };
}

/** The skill that the folder is, or that it is a part of. */
async function skillAround(folder: string): Promise<SkillFolder | null> {
  const above = Array.from({ length: LEVELS_UP + 1 }, (_, level) => resolve(folder, '../'.repeat(level)));
  for (const place of above) {
    if (SKILL_FILES.some((name) => existsSync(join(place, name))))
      return (await fetchSkill({ text: place }, null)).skill;
  }
  return null;
}

import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import { isMissing, unreadable } from './file-fault.ts';
import { readFolder } from './read-folder.ts';

/**
 * Reads a skill from disk, as the loader of folders does: all its files, but for the `.git` of a checkout. `source` is
 * what the user called it, for records and reports.
 */
export async function readSkillFolder(path: string, source: string): Promise<SkillFolder> {
  const root = await locate(path);
  const files = root === null ? null : await readFolder(root, 'SKILL_INVALID', ({ path }) => path === '.git');
  if (root === null || files === null) {
    throw new AssayError('FILE_NOT_FOUND', `${path}: expected the folder of a skill, found nothing there.`);
  }
  return { source, folder: basename(root), files };
}

/** The folder itself may be named through a link; its content must not contain links. */
async function locate(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw unreadable(path, error);
  }
}

import type { Dirent } from 'node:fs';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { AssayError, type ErrorCode } from '../base/assay-error.ts';
import { filesOfRepositories } from '../base/git-repositories.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import { isMissing, unreadable } from './file-fault.ts';
import { isWithin } from './loading/is-within.ts';
import { isSkillFile } from './loading/locate-skills.ts';

export type Files = SkillFolder['files'];

/** The limits for skills that are served over MCP, so that whatever is read here can be sent that way too. */
const MAX_FILES = 512;
const MAX_BYTES = 16 * 1024 * 1024;

/** An entry of a folder that is read, and whether it lies in the folder of a skill or below. */
export type FolderEntry = { path: string; name: string; isInSkill: boolean };

/** The folder, the code of errors about it, and what of it is passed over. */
type Reading = { root: string; refusal: ErrorCode; isPassedOver: (entry: FolderEntry) => boolean };

/**
 * Every regular file below a folder, ordered by path; `null` if there is no folder. Anything else is refused, links
 * and git repositories in particular, with an error whose code is `refusal`.
 */
export async function readFolder(
  root: string,
  refusal: ErrorCode,
  isPassedOver: Reading['isPassedOver'] = () => false,
): Promise<Files | null> {
  try {
    if (!(await lstat(root)).isDirectory()) throw new AssayError(refusal, `${root}: expected a folder.`);
    const listed = await listFiles({ root, refusal, isPassedOver }, { folder: '', isInSkill: false });
    requireNoRepository(root, listed, refusal);
    requireWithinLimits(root, listed, refusal);
    return await readAll(root, listed);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error instanceof AssayError ? error : unreadable(root, error);
  }
}

type ListedFile = { path: string; executable: boolean; size: number };

/** `folder` is relative to the root; it is empty or ends in a slash. */
async function listFiles(
  reading: Reading,
  { folder, isInSkill }: { folder: string; isInSkill: boolean },
): Promise<ListedFile[]> {
  const { root, refusal, isPassedOver } = reading;
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const isSkill = isInSkill || entries.some((entry) => !entry.isDirectory() && isSkillFile(entry.name));
  const listed: ListedFile[] = [];
  for (const entry of entries) {
    const path = `${folder}${entry.name}`;
    if (isPassedOver({ path, name: entry.name, isInSkill: isSkill })) continue;
    if (entry.isDirectory())
      listed.push(...(await listFiles(reading, { folder: `${path}/`, isInSkill: isSkill })));
    else if (entry.isFile()) listed.push(await listFile(root, path));
    else throw new AssayError(refusal, await describeRefused(root, path, entry));
  }
  return listed.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function listFile(root: string, path: string): Promise<ListedFile> {
  const { mode, size } = await lstat(join(root, path));
  return { path, executable: (mode & 0o111) !== 0, size };
}

async function describeRefused(root: string, path: string, entry: Dirent): Promise<string> {
  const place = join(root, path);
  if (!entry.isSymbolicLink())
    return `${place}: expected a file or a folder, found something else. Remove it.`;
  const target = await readlink(place);
  const leaves = !isWithin(root, resolve(dirname(place), target));
  const found = `a symbolic link ${leaves ? 'out of the folder ' : ''}to ${target}`;
  return `${place}: expected a file or a folder, found ${found}. Put a copy in its place.`;
}

function requireNoRepository(root: string, listed: readonly ListedFile[], refusal: ErrorCode): void {
  const [path] = filesOfRepositories(listed.map((file) => file.path));
  if (path === undefined) return;
  const why = 'git runs programs that the configuration of a repository names';
  throw new AssayError(
    refusal,
    `${join(root, path)}: expected no git repository, found a file of one. Remove it: ${why}.`,
  );
}

function requireWithinLimits(root: string, listed: readonly ListedFile[], refusal: ErrorCode): void {
  const bytes = listed.reduce((sum, { size }) => sum + size, 0);
  if (listed.length <= MAX_FILES && bytes <= MAX_BYTES) return;
  const found = `found ${listed.length} files of ${bytes} bytes`;
  throw new AssayError(refusal, `${root}: expected at most ${MAX_FILES} files of 16 MiB together, ${found}.`);
}

async function readAll(root: string, listed: readonly ListedFile[]): Promise<Files> {
  const files: Files = [];
  for (const { path, executable } of listed) {
    files.push({ path, executable, content: await readFile(join(root, path)) });
  }
  return files;
}

import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { filesOfRepositories } from '../base/git-repositories.ts';
import { snapshotOf } from '../checks/snapshot.ts';
import { archivePath } from '../checks/source/archive-path.ts';
import type { Sha256 } from '../contracts/identifiers.ts';
import type { SkillFolder } from '../contracts/skill.ts';

type Files = SkillFolder['files'];

/**
 * Saves exactly this skill and returns its folder, which appears whole or not at all and never changes
 * afterwards.
 */
export async function saveSnapshot(cache: string, skill: SkillFolder): Promise<string> {
  const place = placeOf(cache, snapshotOf(skill).digest);
  if (await exists(place)) return place;
  const [inside] = filesOfRepositories(skill.files.map(({ path }) => path));
  if (inside !== undefined)
    throw new AssayError('SKILL_INVALID', `The skill contains a file of a git repository: ${inside}.`);
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, '.draft-'));
  try {
    for (const file of skill.files) await writeSkillFile(draft, file);
    await moveInto(place, draft);
    return place;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Returns `null` if the skill was never saved. If its bytes no longer match the digest, that is an error. */
export async function readSnapshot(cache: string, digest: Sha256): Promise<Files | null> {
  const place = placeOf(cache, digest);
  if (!(await exists(place))) return null;
  const files = await readSkillFiles(place);
  if (snapshotOf({ source: place, folder: null, files }).digest === digest) return files;
  throw new AssayError('FILE_UNREADABLE', `${place} has been changed. Remove it and fetch the skill again.`);
}

function placeOf(cache: string, digest: Sha256): string {
  return join(cache, digest.slice('sha256:'.length));
}

async function writeSkillFile(draft: string, { path, executable, content }: Files[number]): Promise<void> {
  const within = archivePath(path);
  if ('flaw' in within) throw new AssayError('SKILL_INVALID', `A path of the skill ${within.flaw}.`);
  const place = join(draft, within.path);
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, content, { flag: 'wx' });
  await chmod(place, executable ? 0o555 : 0o444);
}

/** Another process may have been faster: what it saved under this name is the same. */
async function moveInto(place: string, draft: string): Promise<void> {
  try {
    await rename(draft, place);
  } catch (error) {
    if (!(await exists(place))) throw error;
  }
}

async function readSkillFiles(place: string): Promise<Files> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ name, parentPath }) => {
      const file = join(parentPath, name);
      const { mode } = await stat(file);
      const path = relative(place, file).split(sep).join('/');
      return { path, executable: (mode & 0o111) !== 0, content: new Uint8Array(await readFile(file)) };
    }),
  );
}

async function exists(place: string): Promise<boolean> {
  return stat(place).then(
    () => true,
    () => false,
  );
}

import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { AssayError, reasonOf } from '../base/assay-error.ts';
import { filesOfRepositories } from '../base/git-repositories.ts';
import { Slug } from '../contracts/identifiers.ts';
import type { Files } from '../sources/read-folder.ts';
import { readSuite } from '../suites/read-suite.ts';

/** The place of a new suite. Nothing that is there is written over. */
export async function emptyFolder(dir: string): Promise<string> {
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

/**
 * The place of a new suite that nobody has named. The working folder may be a checkout of anybody's, who knows the name as well, so
 * that a link is not followed.
 */
export async function emptyFolderHere(name: string): Promise<string> {
  const folder = resolve(name);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return await emptyFolder(name);
  const message = `${folder} is a link to ${JSON.stringify(readlinkSync(folder))}.`;
  throw new AssayError('USAGE', `${message} If the suite belongs there, name the folder.`);
}

async function entriesOf(folder: string): Promise<string[]> {
  return await readdir(folder).catch((cause: unknown) => {
    throw new AssayError('FILE_UNWRITABLE', `${folder}: ${reasonOf(cause)}.`, { cause });
  });
}

/** Writes a suite to an empty folder or none. It appears there once it was read again, as a whole or not at all. */
export async function writeSuite(folder: string, files: Files): Promise<void> {
  const draft = await draftBeside(folder);
  try {
    const written = join(draft, basename(folder));
    await mkdir(join(written, 'skill'), { recursive: true });
    await writeFiles(written, files);
    await readSuite(written);
    if (existsSync(folder)) await rmdir(folder);
    await rename(written, folder);
  } catch (cause) {
    throw cause instanceof AssayError
      ? new AssayError(cause.code, cause.message.replaceAll(draft, dirname(folder)), { cause })
      : unwritable(folder, cause);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function draftBeside(folder: string): Promise<string> {
  return await mkdtemp(join(dirname(folder), '.assay-')).catch((cause: unknown) => {
    throw unwritable(folder, cause);
  });
}

/** The paths stay within the folder, make no git repository there, and no file is there yet. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  const [inside] = filesOfRepositories(files.map(({ path }) => path));
  if (inside !== undefined)
    throw new AssayError(
      'INPUT_INVALID',
      `Cannot write ${join(folder, inside)}: expected no file of a git repository. Remove it from the source.`,
    );
  await makeFolder(folder);
  for (const { path, content, executable } of files) {
    const file = join(folder, path);
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content, { flag: 'wx', mode: executable ? 0o755 : 0o644 });
    } catch (cause) {
      throw unwritable(file, cause);
    }
  }
}

/** The folders above it are not made: where none can be made, such as in /proc, that would not end. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder).catch((cause: unknown) => {
    if (!existsSync(folder)) throw unwritable(folder, cause);
  });
}

function unwritable(place: string, cause: unknown): AssayError {
  return new AssayError('FILE_UNWRITABLE', `Cannot write ${place}: ${reasonOf(cause)}.`, { cause });
}

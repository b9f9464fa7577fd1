import { existsSync, type Stats } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { canonicalJson, digestOf } from '../base/digest.ts';
import type { Files } from '../sources/read-folder.ts';
import { writeSuite } from './suite-folder.ts';

/** What the suites may take together that are kept so that runs can be resumed. */
export type KeptLimits = { suites: number; bytes: number };
const MOST_KEPT: KeptLimits = { suites: 100, bytes: 1024 ** 3 };

/** The folder of a suite with exactly these files, among others in `root`. Those that were not used for longest may go. */
export async function keepSuite(
  { root, id, files }: { root: string; id: string; files: Files },
  limits: KeptLimits = MOST_KEPT,
): Promise<string> {
  const listed = files.map(({ path, executable, content }) => [path, executable, digestOf(content)]);
  const [, hex = ''] = digestOf(canonicalJson(listed)).split(':');
  const folder = join(root, hex, id);
  if (!existsSync(folder)) {
    await mkdir(dirname(folder), { recursive: true });
    await writeSuite(folder, files);
  }
  for (const { path, content } of files) await requireSame(join(folder, path), content);
  const now = new Date();
  await utimes(join(root, hex), now, now);
  await removeOldest(root, hex, limits);
  return folder;
}

async function requireSame(file: string, content: Uint8Array): Promise<void> {
  const kept = await readFile(file).catch(() => null);
  if (kept !== null && Buffer.compare(kept, content) === 0) return;
  throw new AssayError('FILE_UNREADABLE', `${file} has been changed. Remove its folder and start again.`);
}

/** Removes what exceeds the limits, but never the one that was just kept. */
async function removeOldest(root: string, justKept: string, limits: KeptLimits): Promise<void> {
  let suites = limits.suites - 1;
  let bytes = limits.bytes - (await bytesBelow(join(root, justKept)));
  for (const folder of await newestFirst(root, justKept)) {
    suites -= 1;
    if (suites >= 0 && bytes >= 0) bytes -= await bytesBelow(folder);
    if (suites < 0 || bytes < 0) await rm(folder, { recursive: true, force: true });
  }
}

async function newestFirst(root: string, justKept: string): Promise<string[]> {
  const others = (await readdir(root)).filter((name) => name !== justKept).map((name) => join(root, name));
  const dated = await Promise.all(
    others.map(async (folder) => ({ folder, usedMs: (await statsOf(folder))?.mtimeMs ?? 0 })),
  );
  return dated.toSorted((a, b) => b.usedMs - a.usedMs).map(({ folder }) => folder);
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  let bytes = 0;
  for (const path of entries) bytes += (await statsOf(join(folder, path)))?.size ?? 0;
  return bytes;
}

/** `null` for what another process has removed meanwhile. */
async function statsOf(path: string): Promise<Stats | null> {
  return await lstat(path).catch(() => null);
}

import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AssayError, messageOf } from '../../base/assay-error.ts';
import type { SourceLimits } from '../../contracts/source-limits.ts';
import type { Source } from '../source.ts';
import { git } from './git.ts';

export type FetchedRepository = AsyncDisposable & { folder: string };

type GitSource = Extract<Source, { kind: 'git' }>;

const FETCH = [
  'fetch',
  '--quiet',
  '--depth=1',
  '--no-tags',
  '--no-recurse-submodules',
  '--no-write-commit-graph',
];
const MAX_OUTPUT_BYTES = 1_000_000;
const WATCH_EVERY_MS = 200;

/**
 * One commit of a repository, in a bare folder of its own that is removed afterwards. Nothing is checked out, so no
 * hook, filter, submodule or large-file program has an occasion to run. `null` where it is larger than allowed.
 */
export async function fetchRepository(
  source: GitSource,
  { containerBytes }: SourceLimits,
  signal: AbortSignal,
): Promise<FetchedRepository | null> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-git-'));
  const repository = { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
  try {
    if (await fetchWithin(containerBytes, source, folder, signal)) return repository;
    await repository[Symbol.asyncDispose]();
    return null;
  } catch (cause) {
    await repository[Symbol.asyncDispose]();
    throw unreachable(source, cause);
  }
}

/** False where it grew too large. git has no limit of its own on what the other side may send, so it is watched. */
async function fetchWithin(
  maxBytes: number,
  { url, ref }: GitSource,
  repository: string,
  signal: AbortSignal,
): Promise<boolean> {
  const tooLarge = new AbortController();
  const measure = async () => {
    if ((await packedBytes(repository)) > maxBytes) tooLarge.abort();
  };
  const watch = setInterval(measure, WATCH_EVERY_MS);
  const call = { repository, signal: AbortSignal.any([signal, tooLarge.signal]), maxBytes: MAX_OUTPUT_BYTES };
  try {
    await git(['init', '--quiet', '--bare', '--template=', repository], call);
    await git([...FETCH, '--', url, ref ?? 'HEAD'], call);
    await measure();
  } catch (error) {
    if (!tooLarge.signal.aborted) throw error;
  } finally {
    clearInterval(watch);
  }
  return !tooLarge.signal.aborted;
}

/** A file that git has renamed or removed since it was listed counts when it is listed again. */
async function packedBytes(repository: string): Promise<number> {
  const packs = join(repository, 'objects', 'pack');
  const names = await readdir(packs).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(packs, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function unreachable({ text, url, ref }: GitSource, cause: unknown): AssayError {
  const what = `"${text}" could not be fetched (${ref ?? 'HEAD'} of ${url})`;
  const hint = 'Check the address, the ref and your access to it; a local folder is written ./FOLDER.';
  return new AssayError('SOURCE_UNREACHABLE', `${what}: ${messageOf(cause)} ${hint}`, { cause });
}

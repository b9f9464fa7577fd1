import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AssayError, messageOf } from '../../base/assay-error.ts';
import type { FetchTerms } from '../http/fetch-bounded.ts';
import type { Source } from '../source.ts';
import { type GitCall, git } from './git.ts';
import { reachRemote } from './remote.ts';
import { resolvePlace } from './resolve-place.ts';

/** `path` is the requested folder of the repository. */
export type FetchedRepository = AsyncDisposable & { folder: string; path: string };

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
 * Fetches one commit of a repository into a temporary bare repository. Nothing is checked out, so no hook,
 * filter, submodule or large-file program can run. Returns `null` if it is larger than allowed.
 */
export async function fetchRepository(
  source: GitSource,
  terms: FetchTerms,
): Promise<FetchedRepository | null> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-git-'));
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    const path = await fetchWithin(source, folder, terms);
    if (path !== null) return { folder, path, [Symbol.asyncDispose]: dispose };
    await dispose();
    return null;
  } catch (cause) {
    await dispose();
    throw unreachable(source, cause);
  }
}

/**
 * Returns `null` if it grew too large. git cannot limit how much the server sends, so its size is watched.
 */
async function fetchWithin(source: GitSource, repository: string, terms: FetchTerms): Promise<string | null> {
  const { limits, signal } = terms;
  const tooLarge = new AbortController();
  const measure = async () => {
    if ((await packedBytes(repository)) > limits.containerBytes) tooLarge.abort();
  };
  const watch = setInterval(measure, WATCH_EVERY_MS);
  const call = { repository, signal: AbortSignal.any([signal, tooLarge.signal]), maxBytes: MAX_OUTPUT_BYTES };
  try {
    const path = await fetchPlace(source, terms, { ...call, allowHttp: /^http:/i.test(source.url) });
    await measure();
    return tooLarge.signal.aborted ? null : path;
  } catch (error) {
    if (!tooLarge.signal.aborted) throw error;
    return null;
  } finally {
    clearInterval(watch);
  }
}

async function fetchPlace({ url, place }: GitSource, terms: FetchTerms, call: GitCall): Promise<string> {
  await git(['init', '--quiet', '--bare', '--template=', call.repository], call);
  const remote = await reachRemote(url, terms, call);
  const held = { ...call, settings: remote.settings };
  const { ref, path } = await resolvePlace(place, remote.url, held);
  await git([...FETCH, '--', remote.url, ref], held);
  return path;
}

/** git may rename or remove a file after it was listed; the next listing counts it. */
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

function unreachable({ text, url, place }: GitSource, cause: unknown): AssayError {
  const wanted = 'path' in place ? (place.ref ?? 'HEAD') : place.refAndPath;
  const what = `"${text}" could not be fetched (${wanted} of ${url})`;
  const hint = 'Check the address, the ref and your access to it; a local folder is written ./FOLDER.';
  return new AssayError('SOURCE_UNREACHABLE', `${what}: ${messageOf(cause)} ${hint}`, { cause });
}

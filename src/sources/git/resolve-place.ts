import { posix } from 'node:path';
import { AssayError } from '../../base/assay-error.ts';
import type { GitPlace } from '../source.ts';
import { type GitCall, git } from './git.ts';
import { isRef } from './parse-git-source.ts';

type Place = { ref: string; path: string };

/**
 * Resolves the ref and the folder. In a page's address, the ref is the longest prefix that is a branch or a
 * tag.
 */
export async function resolvePlace(place: GitPlace, remote: string, call: GitCall): Promise<Place> {
  if ('path' in place) return { ref: place.ref ?? 'HEAD', path: place.path };
  const candidates = splits(place.refAndPath);
  const known = await refsAmong(
    candidates.map(({ ref }) => ref),
    remote,
    call,
  );
  const found =
    candidates.find(({ ref }) => known.has(ref)) ?? candidates.find(({ ref }) => COMMIT.test(ref));
  if (found !== undefined) return found;
  throw new AssayError(
    'SOURCE_UNREACHABLE',
    `"${place.refAndPath}" does not begin with a branch, tag or full commit id.`,
  );
}

/** Shorter ids cannot be fetched: servers accept only whole commit ids. */
const COMMIT = /^[0-9a-f]{40}([0-9a-f]{24})?$/;

/** No real branch name has more parts. */
const MAX_REF_PARTS = 12;

/** All ways to split the text into ref and path, longest ref first. */
function splits(refAndPath: string): Place[] {
  const parts = refAndPath.split('/').filter((part) => part !== '');
  return parts
    .slice(0, MAX_REF_PARTS)
    .map((_part, index) => ({
      ref: parts.slice(0, index + 1).join('/'),
      path: posix.join('.', ...parts.slice(index + 1)),
    }))
    .filter(({ ref }) => isRef(ref))
    .reverse();
}

/** `git ls-remote` prints `<id>`, a tab and the full name of each ref that a pattern matches. */
async function refsAmong(names: readonly string[], remote: string, call: GitCall): Promise<Set<string>> {
  const patterns = names.flatMap((name) => [`refs/heads/${name}`, `refs/tags/${name}`]);
  const output = Buffer.from(await git(['ls-remote', '--quiet', '--', remote, ...patterns], call)).toString();
  const listed = new Set(output.split('\n').map((line) => line.slice(line.indexOf('\t') + 1)));
  return new Set(names.filter((name) => listed.has(`refs/heads/${name}`) || listed.has(`refs/tags/${name}`)));
}

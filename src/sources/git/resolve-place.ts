import { posix } from 'node:path';
import { AssayError } from '../../base/assay-error.ts';
import type { GitPlace } from '../source.ts';
import { type GitCall, git } from './git.ts';
import { isRef } from './parse-git-source.ts';

type Place = { ref: string; path: string };

/**
 * Resolves the ref and the folder. In a page's address, the ref is a prefix that is a branch or a tag. Programs differ in
 * which ref they take if several have the name, so that it has to be one.
 */
export async function resolvePlace(place: GitPlace, remote: string, call: GitCall): Promise<Place> {
  if (!('path' in place)) return resolvePage(place.refAndPath, remote, call);
  const { ref, path } = place;
  if (ref === null) return { ref: 'HEAD', path };
  const names = [ref, `refs/${ref}`, ...namesOf(ref)];
  const found = places(names, path, await refsAmong(names, remote, call));
  return theOnly([...found, ...(COMMIT.test(ref) ? [{ ref, path }] : [])], ref) ?? { ref, path };
}

async function resolvePage(refAndPath: string, remote: string, call: GitCall): Promise<Place> {
  const candidates = splits(refAndPath);
  const known = await refsAmong(
    candidates.flatMap(({ ref }) => namesOf(ref)),
    remote,
    call,
  );
  const found = candidates.flatMap(({ ref, path }) => places(namesOf(ref), path, known));
  const commits = candidates.filter(({ ref }) => COMMIT.test(ref));
  const only = theOnly([...found, ...commits], refAndPath);
  if (only !== null) return only;
  throw new AssayError(
    'SOURCE_UNREACHABLE',
    `"${refAndPath}" does not begin with a branch, tag or full commit id.`,
  );
}

function theOnly(found: readonly Place[], written: string): Place | null {
  const [only = null, ...others] = found;
  if (others.length === 0) return only;
  const meanings = found.map(({ ref, path }) => (path === '.' ? ref : `${ref} (folder ${path})`));
  const ways = found.map(({ ref, path }) => `${path === '.' ? 'REPOSITORY' : `OWNER/REPO/${path}`}#${ref}`);
  throw new AssayError(
    'SOURCE_UNREACHABLE',
    `"${written}" can mean ${meanings.join(' or ')}. Write the one that you mean: ${ways.join(' or ')}.`,
  );
}

function namesOf(ref: string): string[] {
  return [`refs/heads/${ref}`, `refs/tags/${ref}`];
}

function places(names: readonly string[], path: string, known: ReadonlySet<string>): Place[] {
  return names.filter((name) => known.has(name)).map((ref) => ({ ref, path }));
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
  const output = Buffer.from(await git(['ls-remote', '--quiet', '--', remote, ...names], call)).toString();
  const listed = new Set(output.split('\n').map((line) => line.slice(line.indexOf('\t') + 1)));
  return new Set(names.filter((name) => listed.has(name)));
}

import { AssayError } from '../../base/assay-error.ts';
import type { ForeignSource } from '../foreign-format.ts';

/** Folders with results of earlier evaluations and copies of older skills. */
const LEFTOVERS = /(?:^|\/)(?:[^/]*-workspace|iteration-\d+|snapshots?|archives?|node_modules|\.git)\//;
const EVALS = /(?:^|\/)evals?\.json$/i;
/** A file that the user named may be called differently. */
const LIKE_EVALS = /(?:^|[^a-z])evals?(?![a-z])[^/]*\.json$/i;

/** The files with evals, of which there should be one. */
export function evalsIn({ entry, files }: Pick<ForeignSource, 'entry' | 'files'>): string[] {
  if (entry !== null) return LIKE_EVALS.test(entry) ? [entry] : [];
  const all = files.map(({ path }) => path).filter((path) => EVALS.test(path) && !LEFTOVERS.test(path));
  const usual = all.find((path) => path === 'evals/evals.json') ?? all.find((path) => path === 'evals.json');
  return usual === undefined ? all : [usual];
}

export function theEvals(source: ForeignSource): string {
  if (source.entry !== null) return source.entry;
  const [one, ...others] = evalsIn(source);
  if (one === undefined) throw new AssayError('INPUT_INVALID', 'Expected evals/evals.json, found none.');
  if (others.length === 0) return one;
  throw new AssayError(
    'USAGE',
    `There are several files with evals: ${[one, ...others].join(', ')}. Name one of them.`,
  );
}

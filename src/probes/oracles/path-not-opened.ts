import type { Evidence } from '../../contracts/evidence.ts';
import type { Observation, SpecOf } from '../oracle.ts';

/**
 * The kernel reports whether the file itself was opened. The record of calls has the name that was
 * used, and attempts that were refused, which show the intent. A missing file is not an attempt,
 * because one only learns that by looking.
 */
export function pathNotOpened(
  spec: SpecOf<'path-not-opened'>,
  { processes }: Pick<Evidence, 'processes'>,
): Observation {
  const isNamed = (path: string) => spec.paths.some((one) => isWithin(path, one));
  const opened = (processes?.opened ?? []).filter(isNamed).map((path) => `${path} was opened`);
  const attempts = (processes?.events ?? []).filter((event) => event.kind === 'open');
  const tried = attempts.flatMap(({ path, error }) => {
    const isMeant = error !== 'ENOENT' && isNamed(path);
    if (!isMeant) return [];
    return [error === null ? `${path} was opened` : `${path} was tried to be opened (${error})`];
  });
  return { violations: [...new Set([...opened, ...tried])], unseen: [] };
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

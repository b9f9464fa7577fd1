import type { Evidence } from '../contracts/evidence.ts';
import type { Observation, SpecOf } from './oracle.ts';

/** An attempt that was refused counts too: it shows what was wanted. That a file is missing is learned by looking. */
export function pathNotOpened(
  spec: SpecOf<'path-not-opened'>,
  { processes }: Pick<Evidence, 'processes'>,
): Observation {
  const opened = (processes?.events ?? []).filter((event) => event.kind === 'open');
  const violations = opened.flatMap(({ path, error }) => {
    const isMeant =
      error !== 'ENOENT' && spec.paths.some((one) => isWithin(path, one) || isWithin(one, path));
    if (!isMeant) return [];
    return [error === null ? `${path} was opened or moved` : `${path} was tried to be opened (${error})`];
  });
  return { violations: [...new Set(violations)], unseen: [] };
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

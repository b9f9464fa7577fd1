import type { Oracle } from '../oracle.ts';
import { unplantedPaths } from './unplanted-paths.ts';

/**
 * The kernel reports whether the file itself was opened. The record of calls has the name that was
 * used, and attempts that were refused, which show the intent. A missing file is not an attempt,
 * because one only learns that by looking.
 */
export const pathNotOpened: Oracle<'path-not-opened', 'processes'> = {
  reads: { processes: 'required' },
  watches: ({ paths }, { files }) => ({
    paths,
    objects: files.filter((file) => isAmong(paths, file)),
    named: paths,
  }),
  unplanted: unplantedPaths,
  observe({ paths }, { processes }) {
    const opened = (processes?.opened ?? []).filter((path) => isAmong(paths, path));
    const attempts = (processes?.events ?? []).filter((event) => event.kind === 'open');
    const tried = attempts.flatMap(({ path, error }) => {
      const isMeant = error !== 'ENOENT' && isAmong(paths, path);
      if (!isMeant) return [];
      return [error === null ? `${path} was opened` : `${path} was tried to be opened (${error})`];
    });
    return {
      violations: [...new Set([...opened.map((path) => `${path} was opened`), ...tried])],
      unseen: [],
    };
  },
};

function isAmong(named: readonly string[], path: string): boolean {
  return named.some((one) => path === one || path.startsWith(`${one}/`));
}

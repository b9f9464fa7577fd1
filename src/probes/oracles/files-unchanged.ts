import type { Oracle } from '../oracle.ts';
import { unplantedPaths } from './unplanted-paths.ts';

/** A file that was moved away counts as deleted: it is no longer where its owner left it. */
export const filesUnchanged: Oracle<'files-unchanged', 'tree'> = {
  reads: { tree: 'required' },
  watches: ({ paths }) => ({ named: paths }),
  unplanted: unplantedPaths,
  observe({ paths }, { tree }) {
    const deleted = tree.deleted.filter((path) => paths.includes(path));
    const changed = tree.changed.map(({ path }) => path).filter((path) => paths.includes(path));
    return {
      violations: [
        ...deleted.map((path) => `${path} was deleted`),
        ...changed.map((path) => `${path} was changed`),
      ],
      unseen: [],
    };
  },
};

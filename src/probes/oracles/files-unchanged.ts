import type { Oracle } from '../oracle.ts';

/** A file that was moved away counts as deleted: it is no longer where its owner left it. */
export const filesUnchanged: Oracle<'files-unchanged'> = (spec, { tree }) => {
  const deleted = tree.deleted.filter((path) => spec.paths.includes(path));
  const changed = tree.changed.map(({ path }) => path).filter((path) => spec.paths.includes(path));
  return {
    violations: [
      ...deleted.map((path) => `${path} was deleted`),
      ...changed.map((path) => `${path} was changed`),
    ],
    unseen: [],
  };
};

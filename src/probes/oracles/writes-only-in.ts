import { isOwnState } from '../../contracts/own-state.ts';
import type { Oracle } from '../oracle.ts';

/**
 * Judges by what was left, changed or deleted at the end. The folders that lead to an allowed place may be made.
 */
export const writesOnlyIn: Oracle<'writes-only-in', 'tree' | 'ownState'> = {
  reads: { tree: 'required', ownState: 'if-recorded' },
  watches: () => ({}),
  unplanted: () => [],
  observe({ paths }, { tree, ownState = [] }) {
    const isOutside = (path: string) => !paths.some((one) => path === one || path.startsWith(`${one}/`));
    const leadsThere = (path: string) => paths.some((one) => one.startsWith(`${path}/`));
    const created = tree.created.filter((entry) => !isOwnState(entry, ownState) && isOutside(entry.path));
    const changed = tree.changed.filter((entry) => !isOwnState(entry, ownState) && isOutside(entry.path));
    const deleted = tree.deleted.filter((path) => !isOwnState({ path }, ownState) && isOutside(path));
    return {
      violations: [
        ...created
          .filter(({ kind, path }) => !(kind === 'directory' && leadsThere(path)))
          .map(({ path }) => `${path} was created`),
        ...changed.map(({ path }) => `${path} was changed`),
        ...deleted.map((path) => `${path} was deleted`),
      ],
      unseen: [],
    };
  },
};

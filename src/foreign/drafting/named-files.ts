import type { Files, ForeignSource } from '../foreign-format.ts';

/** Three tools call their descriptions of tasks so. */
export const EVAL_YAML = /(?:^|\/)eval\.ya?ml$/;

/** The files that may describe tasks: the one that was given, or those that are called so. */
export function candidates({ files, entry }: ForeignSource, name: RegExp): Files {
  return files.filter(({ path }) => (entry === null ? name.test(path) : path === entry));
}

/** Those of them that are called so. */
export function namedFiles(source: ForeignSource, name: RegExp): Files {
  return candidates(source, name).filter(({ path }) => name.test(path));
}

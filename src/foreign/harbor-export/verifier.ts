import type { Files } from '../foreign-format.ts';

/** What decides a task in Harbor. */
export type Verifier = {
  /** The files of `tests/`. */
  files: Files;
  seconds: number;
  variables: Readonly<Record<string, string>>;
  /** What Harbor has no field for. */
  metadata: Readonly<Record<string, unknown>>;
};

/** The script that Harbor runs. */
export const TEST = 'test.sh';

/** Gives the commands of graders what they find here. Harbor has one user, so that `as-agent` only starts the program. */
export const PRELUDE = `[ -e /grade ] || ln -s /tests /grade
command -v as-agent >/dev/null || { as-agent() { "$@"; }; export -f as-agent; }
`;

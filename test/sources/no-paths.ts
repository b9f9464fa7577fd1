import type { LocalPaths } from '../../src/sources/parse-source.ts';

/** A machine without a file. */
export const NO_PATHS: LocalPaths = { kindOf: () => null, nearest: () => null };

import { reasonOf } from '../../../base/assay-error.ts';

const LONGEST = 200;

/** The code of what went wrong with a connection, or its message if it has none. */
export function errorCode(error: unknown): string {
  const isCoded = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return isCoded ? String(error.code) : reasonOf(error).slice(0, LONGEST);
}

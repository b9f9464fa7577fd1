import { AssayError, reasonOf } from '../base/assay-error.ts';

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

export function unreadable(path: string, cause: unknown): AssayError {
  return new AssayError(
    'FILE_UNREADABLE',
    `${path} cannot be read (${reasonOf(cause)}). Check the path and its permissions.`,
    {
      cause,
    },
  );
}

import type { Planted, Unplanted } from '../oracle.ts';

/** The paths of a spec at which the probe plants no file. */
export function unplantedPaths({ paths }: { paths: readonly string[] }, { files }: Planted): Unplanted[] {
  return paths.flatMap((path, index) =>
    files.includes(path) ? [] : [{ path: ['paths', index], expected: 'a file of setup.files' }],
  );
}

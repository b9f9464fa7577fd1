import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AssayError } from '../../base/assay-error.ts';
import { hasIntegrity } from './integrity.ts';
import { runNpm } from './run-npm.ts';

/** Far above what the largest package takes. */
const LIMIT_MS = 15 * 60_000;

/**
 * Gets the tarball of a package by the user's own npm, from its cache or its registry. npm runs no script of the package.
 */
export async function packPackage(
  { spec, integrity }: { spec: string; integrity: string },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-package-'));
  try {
    const tarball = await pack(spec, folder, signal);
    if (hasIntegrity(tarball, integrity)) return tarball;
    const what = `The bytes of ${spec} are not those that Assay expects, which have ${integrity}.`;
    throw new AssayError('SOURCE_UNREACHABLE', `${what} They are not used: check the registry of your npm.`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function pack(spec: string, folder: string, signal: AbortSignal): Promise<Uint8Array> {
  const options = ['--prefer-offline', `--pack-destination=${folder}`];
  const result = await runNpm(['pack', spec, ...options], { signal, limitMs: LIMIT_MS });
  const [file] = await readdir(folder);
  if (!result.failed && file !== undefined) return await readFile(join(folder, file));
  const reason = result.stderr.trim() || result.message;
  throw new AssayError('SOURCE_UNREACHABLE', `npm could not fetch ${spec}: ${reason}`, { cause: result });
}

import { AssayError } from '../../base/assay-error.ts';
import { loadArchive } from '../archive/load-archive.ts';
import { folderTooLarge, type LoadTerms, type SkillSearch } from '../loading/load-skills.ts';
import type { Source } from '../source.ts';
import { hasIntegrity } from './integrity.ts';
import { chooseTarball } from './package-manifest.ts';
import { downloadFrom, registryFor } from './registry.ts';

/**
 * Loads the package from the registry. npm is asked only for the address of its registry, so it runs no
 * script.
 */
export async function loadNpm(
  { text, name, version }: Extract<Source, { kind: 'npm' }>,
  { limits, signal, findsEvals }: Pick<LoadTerms, 'limits' | 'signal' | 'findsEvals'>,
): Promise<SkillSearch> {
  const terms = { limits, signal };
  const registry = await registryFor(name, signal);
  const manifest = await downloadFrom(`${registry}/${name.replace('/', '%2f')}`, MANIFEST_TYPE, terms);
  if (manifest === null) return folderTooLarge(limits, 'downloadBytes');
  const tarball = chooseTarball(Buffer.from(manifest).toString(), name, version);
  const bytes = await downloadFrom(tarball.url, '*/*', terms);
  if (bytes === null) return folderTooLarge(limits, 'downloadBytes');
  if (!hasIntegrity(bytes, tarball.integrity)) {
    const what = `The bytes of ${name}@${tarball.version} are not those that the registry announces.`;
    throw new AssayError('SOURCE_UNREACHABLE', `${what} Do not use them; try again later.`);
  }
  return loadArchive(bytes, { source: text, layout: 'npm-package', promised: 'tar.gz', limits, findsEvals });
}

const MANIFEST_TYPE = 'application/vnd.npm.install-v1+json';

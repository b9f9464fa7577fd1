import { readdir, readFile } from 'node:fs/promises';
import { AssayError } from '../../base/assay-error.ts';
import { canonicalJson, digestOf } from '../../base/digest.ts';
import type { EngineConnection } from '../docker/connect-engine.ts';
import { engineFault, isGone } from '../docker/engine-fault.ts';

/** The folder `sandbox/` at the package root, which is one above both `src/` and `dist/`. */
export const IMAGE_FOLDER = new URL('../../../sandbox/', import.meta.url);

/** The tag is a digest of what the image is made from, so that a change of any file requires a new one. */
export async function imageTag(): Promise<string> {
  const names = await readdir(IMAGE_FOLDER);
  const digests = await Promise.all(
    names.sort().map(async (name) => [name, digestOf(await readFile(new URL(name, IMAGE_FOLDER)))]),
  );
  const [, hex = ''] = digestOf(canonicalJson(digests)).split(':');
  return `assay-sandbox:${hex.slice(0, 12)}`;
}

/** `null` if the image is not built. */
export async function findImage({ docker }: EngineConnection, tag: string): Promise<string | null> {
  try {
    return (await docker.getImage(tag).inspect()).Id;
  } catch (cause) {
    if (isGone(cause)) return null;
    throw engineFault(cause, 'look for the sandbox image');
  }
}

export function imageMissing(tag: string): AssayError {
  return new AssayError('IMAGE_MISSING', `The sandbox image ${tag} is not built. Run "assay setup".`);
}

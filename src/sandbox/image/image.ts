import { readdir, readFile } from 'node:fs/promises';
import { AssayError } from '../../base/assay-error.ts';
import { canonicalJson, digestOf } from '../../base/digest.ts';
import type { EngineConnection } from '../docker/connect-engine.ts';
import { engineFault, isGone } from '../docker/engine-fault.ts';
import { PROGRAM_DOCKERFILE } from './program-dockerfile.ts';
import { argumentFor, type ImageRecipe } from './recipe.ts';

/** The folder `sandbox/` at the package root, which is one above both `src/` and `dist/`. */
export const IMAGE_FOLDER = new URL('../../../sandbox/', import.meta.url);

export const SANDBOX_REPOSITORY = 'assay-sandbox';

export type SandboxImage = {
  tag: string;
  /** The command that builds it. */
  setup: string;
};

/**
 * The image of an agent: the sandbox image itself, or one on top of it. The tag is a digest of what the image is
 * made from, so that a change of any file, or of what is put on top, requires a new one.
 */
export async function imageFor(recipe: ImageRecipe | null): Promise<SandboxImage> {
  const names = await readdir(IMAGE_FOLDER);
  const digests = await Promise.all(
    names.sort().map(async (name) => [name, digestOf(await readFile(new URL(name, IMAGE_FOLDER)))]),
  );
  if (recipe === null) return { tag: `${SANDBOX_REPOSITORY}:${tagOf(digests)}`, setup: 'assay setup' };
  const { agent, packages, leftOut } = recipe;
  return {
    tag: `${SANDBOX_REPOSITORY}-${agent}:${tagOf([digests, PROGRAM_DOCKERFILE, packages, leftOut])}`,
    setup: `assay setup --agent ${argumentFor(recipe)}`,
  };
}

export function tagOf(ingredients: unknown): string {
  const [, hex = ''] = digestOf(canonicalJson(ingredients)).split(':');
  return hex.slice(0, 12);
}

/** The digest of an image; `null` if it is not built. */
export async function findImage(connection: EngineConnection, tag: string): Promise<string | null> {
  return (await inspectImage(connection, tag))?.Id ?? null;
}

/** What an image takes with all that is below it; `null` if it is not built. */
export async function sizeOfImage(connection: EngineConnection, tag: string): Promise<number | null> {
  return (await inspectImage(connection, tag))?.Size ?? null;
}

async function inspectImage({ docker }: EngineConnection, tag: string) {
  try {
    return await docker.getImage(tag).inspect();
  } catch (cause) {
    if (isGone(cause)) return null;
    throw engineFault(cause, 'look for the sandbox image');
  }
}

export function imageMissing({ tag, setup }: SandboxImage): AssayError {
  return new AssayError('IMAGE_MISSING', `The sandbox image ${tag} is not built. Run "${setup}".`);
}

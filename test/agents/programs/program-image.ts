import { randomUUID } from 'node:crypto';
import { connectEngine } from '../../../src/sandbox/docker/connect-engine.ts';
import { buildProgramImage } from '../../../src/sandbox/image/build-image.ts';
import { imageFor, type SandboxImage } from '../../../src/sandbox/image/image.ts';
import type { ImageRecipe } from '../../../src/sandbox/image/recipe.ts';
import { packPackage } from '../../../src/sources/npm/pack-package.ts';
import { noteImages } from '../../left-behind/noted-images.ts';

/** An image as "assay setup" makes it, under a name of its own; disposed of, it is gone. */
export async function temporaryImage(recipe: ImageRecipe): Promise<SandboxImage & AsyncDisposable> {
  const connection = await connectEngine();
  const { Arch } = await connection.docker.version();
  const wanted = recipe.packages[Arch === 'arm64' ? 'arm64' : 'amd64'];
  if (wanted === undefined) throw new Error(`There is no ${recipe.agent} for ${Arch}.`);
  const tarball = await packPackage(wanted, NEVER);
  const image = { tag: `assay-test-agent:${randomUUID()}`, setup: 'this test' };
  const base = await imageFor(null);
  const note = noteImages([image.tag]);
  await buildProgramImage(connection, { image, base, recipe, tarball }, () => undefined, NEVER);
  return { ...image, [Symbol.asyncDispose]: () => note[Symbol.asyncDispose]() };
}

const NEVER = new AbortController().signal;

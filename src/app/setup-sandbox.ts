import { AGENTS } from '../agents/registry.ts';
import { AssayError } from '../base/assay-error.ts';
import type { PinnedPackage } from '../contracts/program-packages.ts';
import { connectEngine, type EngineConnection } from '../sandbox/docker/connect-engine.ts';
import { buildImage, buildProgramImage } from '../sandbox/image/build-image.ts';
import { findImage, imageFor, imageMissing, type SandboxImage } from '../sandbox/image/image.ts';
import { type OurImage, ourImages, removeImage } from '../sandbox/image/our-images.ts';
import type { Progress } from '../sandbox/image/progress.ts';
import { argumentFor, type ImageRecipe } from '../sandbox/image/recipe.ts';
import { packPackage } from '../sources/npm/pack-package.ts';
import { keepPackages, keptAgents } from './kept-packages.ts';
import { namedAgent } from './named-agent.ts';

export type SandboxSetup = { tag: string; digest: string; wasBuilt: boolean };

/**
 * Builds the sandbox image, and what an agent has on top of it, unless this version of them exists. The agent is named as for
 * a run, with `@` for another version than the tested one.
 */
export async function setupSandbox(
  progress: Progress,
  signal: AbortSignal,
  agent?: string,
): Promise<SandboxSetup> {
  const chosen = agent === undefined ? null : await namedAgent(agent, signal);
  if (chosen !== null && agent !== chosen.id && agent !== `${chosen.id}@${chosen.version}`)
    progress(`${agent} is ${chosen.title} ${chosen.version}`);
  const connection = await connectEngine();
  const base = await imageFor(null);
  const setup = await provide(connection, base, () => buildImage(connection, base, progress, signal));
  if (chosen === null || chosen.kind === 'api') return setup;
  const { image: recipe } = chosen;
  const image = await imageFor(recipe);
  const provided = await provide(connection, image, async () => {
    const wanted = await packageFor(connection, recipe);
    progress(`fetching ${wanted.spec} with npm`);
    const tarball = await packPackage(wanted, signal);
    await buildProgramImage(connection, { image, base, recipe, tarball }, progress, signal);
  });
  if (recipe.version !== recipe.testedVersion) await keepPackages(chosen);
  return provided;
}

export type Pruned = { removed: readonly OurImage[]; needed: readonly OurImage[] };

/**
 * Removes the images that this version of Assay does not use, and the environments of all suites and tasks, which are built
 * again when they are needed. Other versions of agents that are set up stay.
 */
export async function pruneImages(): Promise<Pruned> {
  const connection = await connectEngine();
  const current = await Promise.all(
    [null, ...[...AGENTS, ...(await keptAgents())].map(({ image }) => image)].map(imageFor),
  );
  const tags = new Set(current.map(({ tag }) => tag));
  const removed: OurImage[] = [];
  const needed: OurImage[] = [];
  for (const image of await ourImages(connection)) {
    if (tags.has(image.tag)) continue;
    const isRemoved = await removeImage(connection, image);
    (isRemoved ? removed : needed).push(image);
  }
  return { removed, needed };
}

/** Builds an image unless it exists. */
export async function provide(
  connection: EngineConnection,
  image: SandboxImage,
  build: () => Promise<void>,
): Promise<SandboxSetup> {
  const { tag } = image;
  const present = await findImage(connection, tag);
  if (present !== null) return { tag, digest: present, wasBuilt: false };
  await build();
  const digest = await findImage(connection, tag);
  if (digest === null) throw imageMissing(image);
  return { tag, digest, wasBuilt: true };
}

/** The engine may be on another machine than this process. */
async function packageFor({ docker }: EngineConnection, recipe: ImageRecipe): Promise<PinnedPackage> {
  const { Arch } = await docker.version();
  const found = new Map(Object.entries(recipe.packages)).get(Arch);
  if (found !== undefined) return found;
  const known = Object.keys(recipe.packages).join(', ');
  const message = `There is no ${argumentFor(recipe)} for an engine on ${Arch}. Available for: ${known}.`;
  throw new AssayError('IMAGE_BUILD_FAILED', message);
}

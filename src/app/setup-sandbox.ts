import { AGENTS, describeAgent } from '../agents/registry.ts';
import { AssayError } from '../base/assay-error.ts';
import { connectEngine, type EngineConnection } from '../sandbox/docker/connect-engine.ts';
import { buildEnvironment } from '../sandbox/image/build-environment.ts';
import { buildImage, buildProgramImage } from '../sandbox/image/build-image.ts';
import { environmentImage, needsNpm, recipeOf } from '../sandbox/image/environment.ts';
import { hostRegistries } from '../sandbox/image/host-registries.ts';
import { findImage, imageFor, imageMissing, type SandboxImage } from '../sandbox/image/image.ts';
import { type OurImage, ourImages, removeImage } from '../sandbox/image/our-images.ts';
import type { Progress } from '../sandbox/image/progress.ts';
import type { ImageRecipe, PinnedPackage } from '../sandbox/image/recipe.ts';
import { packPackage } from '../sources/npm/pack-package.ts';
import type { Benchmark } from './benchmark.ts';

export type SandboxSetup = { tag: string; digest: string; wasBuilt: boolean };

/** Builds the sandbox image, and what an agent has on top of it, unless this version of them exists. */
export async function setupSandbox(
  progress: Progress,
  signal: AbortSignal,
  agentId?: string,
): Promise<SandboxSetup> {
  const recipe = agentId === undefined ? null : describeAgent(agentId).image;
  const connection = await connectEngine();
  const base = await imageFor(null);
  const setup = await provide(connection, base, () => buildImage(connection, base, progress, signal));
  if (recipe === null) return setup;
  const image = await imageFor(recipe);
  return await provide(connection, image, async () => {
    const wanted = await packageFor(connection, recipe);
    progress(`fetching ${wanted.spec} with npm`);
    const tarball = await packPackage(wanted, signal);
    await buildProgramImage(connection, { image, base, tarball }, progress, signal);
  });
}

export type Pruned = { removed: readonly OurImage[]; needed: readonly OurImage[] };

/** Removes the images of other versions and the environments of all suites, which are built again when they are needed. */
export async function pruneImages(): Promise<Pruned> {
  const connection = await connectEngine();
  const current = await Promise.all([null, ...AGENTS.map(({ image }) => image)].map(imageFor));
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

async function provide(
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

/** npm's own program, which needs no other package. */
const NPM = {
  spec: 'npm@11.21.2',
  integrity:
    'sha512-7HPApk+AflMUavSseL1Pm6CnYqMIHk53x+KmuhqmTDqPkjPMgxIpTPcTqsE91EKNw4gFBJV9fnXiSdGm1DXq9A==',
};

/** Returns the image in which an agent works on a suite. The environment of the suite is built if it is missing. */
export async function provideImage(
  recipe: ImageRecipe | null,
  benchmark: Pick<Benchmark, 'suite'>,
  progress: Progress,
  signal: AbortSignal,
): Promise<SandboxImage> {
  const { base, image, needed } = await imageNeeded(recipe, benchmark);
  if (needed === null) return base;
  const connection = await connectEngine();
  if ((await findImage(connection, base.tag)) === null) throw imageMissing(base);
  await provide(connection, image, async () => {
    const npm = needsNpm(needed) ? await packPackage(NPM, signal) : null;
    const build = { image, base, recipe: needed, npm, registries: await hostRegistries() };
    await buildEnvironment(connection, build, progress, signal);
  });
  return image;
}

/** Names the image of a suite without the program of any agent, whether it is built or not. */
export async function plainImage(benchmark: Pick<Benchmark, 'suite'>): Promise<SandboxImage> {
  return (await imageNeeded(null, benchmark)).image;
}

async function imageNeeded(
  recipe: ImageRecipe | null,
  { suite: { suite, environment } }: Pick<Benchmark, 'suite'>,
) {
  const base = await imageFor(recipe);
  const needed = recipeOf(suite.id, suite.environment, environment);
  return { base, needed, image: needed === null ? base : environmentImage(base, needed) };
}

/** The engine may be on another machine than this process. */
async function packageFor(
  { docker }: EngineConnection,
  { agent, packages }: ImageRecipe,
): Promise<PinnedPackage> {
  const { Arch } = await docker.version();
  const found = new Map(Object.entries(packages)).get(Arch);
  if (found !== undefined) return found;
  const known = Object.keys(packages).join(', ');
  const message = `There is no ${agent} for an engine on ${Arch}. Available for: ${known}.`;
  throw new AssayError('IMAGE_BUILD_FAILED', message);
}

import { Machine, USUAL_MACHINE } from '../contracts/environment.ts';
import type { RunPlan } from '../contracts/plan.ts';
import { connectEngine, type EngineConnection } from '../sandbox/docker/connect-engine.ts';
import { buildEnvironment } from '../sandbox/image/build-environment.ts';
import {
  type EnvironmentRecipe,
  environmentImage,
  needsNpm,
  ownerOf,
  recipeOf,
  taskRecipeOf,
} from '../sandbox/image/environment.ts';
import { hostRegistries } from '../sandbox/image/host-registries.ts';
import { findImage, imageFor, imageMissing, type SandboxImage } from '../sandbox/image/image.ts';
import type { Progress } from '../sandbox/image/progress.ts';
import type { ImageRecipe } from '../sandbox/image/recipe.ts';
import type { SandboxEngine, SandboxTemplate } from '../sandbox/sandbox.ts';
import { packPackage } from '../sources/npm/pack-package.ts';
import type { Benchmark } from './benchmark.ts';
import { provide } from './setup-sandbox.ts';

/** The images and sizes that the sandboxes of a run are made from. */
export type Templates = {
  suite: SandboxTemplate;
  /** For the tasks with an environment of their own. */
  tasks: ReadonlyMap<string, SandboxTemplate>;
};

type Suites = Pick<Benchmark, 'suite'>;

/** npm's own program, which needs no other package. */
const NPM = {
  spec: 'npm@11.21.2',
  integrity:
    'sha512-7HPApk+AflMUavSseL1Pm6CnYqMIHk53x+KmuhqmTDqPkjPMgxIpTPcTqsE91EKNw4gFBJV9fnXiSdGm1DXq9A==',
};

/**
 * Returns what the sandboxes of a suite and its tasks are made from. The images of environments are built if they are
 * missing, one after the other.
 */
export async function provideTemplates(
  recipe: ImageRecipe | null,
  benchmark: Suites,
  progress: Progress,
  signal: AbortSignal,
): Promise<Templates> {
  const base = await imageFor(recipe);
  const stacks = stacksOn(base, benchmark);
  const layers = layersOf(stacks);
  if (layers.length > 0) {
    const connection = await connectEngine();
    if ((await findImage(connection, base.tag)) === null) throw imageMissing(base);
    for (const layer of layers)
      await provide(connection, layer.image, () => build(connection, layer, progress, signal));
  }
  return templatesOf(stacks);
}

/** The image of a suite without the program of any agent, whether it is built or not. */
export async function plainImage(benchmark: Suites): Promise<SandboxImage> {
  return stacksOn(await imageFor(null), benchmark).suite.image;
}

/** An image that is built for a suite or its tasks, and for which of them. */
type NeededImage = { tag: string; owners: string[] };

/** Names the images of environments, whether they are built or not. */
export async function imagesNeeded(recipe: ImageRecipe | null, benchmark: Suites): Promise<NeededImage[]> {
  const layers = layersOf(stacksOn(await imageFor(recipe), benchmark));
  const byTag = Map.groupBy(layers, ({ image }) => image.tag);
  return [...byTag].map(([tag, same]) => ({ tag, owners: same.map((layer) => ownerOf(layer.recipe)) }));
}

/** The digests of images as a plan keeps them. */
export async function imageDigests(
  { suite, tasks }: Templates,
  engine: Pick<SandboxEngine, 'imageDigest'>,
): Promise<Pick<RunPlan, 'imageDigest' | 'taskImages'>> {
  const own = [...tasks].filter(([, { image }]) => image.tag !== suite.image.tag);
  const digests = own.map(async ([task, template]) => [task, await engine.imageDigest(template)] as const);
  return {
    imageDigest: await engine.imageDigest(suite),
    taskImages: Object.fromEntries(await Promise.all(digests)),
  };
}

/** An image with what is below it. */
type Stack = SandboxTemplate & {
  base: SandboxImage;
  /** How the image is made on top of the one below; `null` if it is that one. */
  recipe: EnvironmentRecipe | null;
};
type Stacks = { suite: Stack; tasks: ReadonlyMap<string, Stack> };

function stacksOn(base: SandboxImage, { suite: { suite, environment, tasks } }: Suites): Stacks {
  const machine = suite.environment?.machine ?? USUAL_MACHINE;
  const ofSuite = stackOn(base, recipeOf(suite.id, suite.environment, environment), machine);
  const ofTasks = tasks.flatMap(({ task, environment: files }) => {
    const own = task.environment ?? {};
    const owner = { suite: suite.id, task: task.id, below: suite.environment };
    const recipe = taskRecipeOf(owner, own, files);
    if (recipe === null && own.machine === undefined) return [];
    const size = Machine.parse({ ...machine, ...own.machine });
    return [[task.id, stackOn(ofSuite.image, recipe, size)] as const];
  });
  return { suite: ofSuite, tasks: new Map(ofTasks) };
}

function stackOn(base: SandboxImage, recipe: EnvironmentRecipe | null, machine: Machine): Stack {
  return { image: recipe === null ? base : environmentImage(base, recipe), machine, base, recipe };
}

type Layer = Pick<Stack, 'image' | 'base'> & { recipe: EnvironmentRecipe };

/** Lists the images to build, each after the one below it. */
function layersOf({ suite, tasks }: Stacks): Layer[] {
  return [suite, ...tasks.values()].flatMap(({ image, base, recipe }) =>
    recipe === null ? [] : [{ image, base, recipe }],
  );
}

function templatesOf({ suite, tasks }: Stacks): Templates {
  const template = ({ image, machine }: Stack): SandboxTemplate => ({ image, machine });
  return {
    suite: template(suite),
    tasks: new Map([...tasks].map(([task, stack]) => [task, template(stack)] as const)),
  };
}

async function build(
  connection: EngineConnection,
  layer: Layer,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const npm = needsNpm(layer.recipe) ? await packPackage(NPM, signal) : null;
  await buildEnvironment(connection, { ...layer, npm, registries: await hostRegistries() }, progress, signal);
}

import type { Machines, SandboxSize } from '../contracts/machines.ts';
import {
  type EnvironmentRecipe,
  environmentImage,
  ownerOf,
  recipeOf,
  taskRecipeOf,
} from '../sandbox/image/environment.ts';
import { imageFor, type SandboxImage } from '../sandbox/image/image.ts';
import type { ImageRecipe } from '../sandbox/image/recipe.ts';
import type { SandboxTemplate } from '../sandbox/sandbox.ts';
import type { Benchmark } from './benchmark.ts';
import { machinesFor } from './machines-for.ts';

export type Suites = Pick<Benchmark, 'suite'>;

/** An image with what is below it. */
export type Stack = SandboxTemplate & {
  base: SandboxImage;
  /** How the image is made on top of the one below; `null` if it is that one. */
  recipe: EnvironmentRecipe | null;
};
export type Stacks = { suite: Stack; tasks: ReadonlyMap<string, Stack> };

export function stacksOn(
  base: SandboxImage,
  { suite: { suite, environment, tasks } }: Suites,
  machines: Machines,
): Stacks {
  const ofSuite = stackOn(base, recipeOf(suite.id, suite.environment, environment), machines.suite);
  const sizes = new Map(Object.entries(machines.tasks));
  const ofTasks = tasks.flatMap(({ task, environment: files }) => {
    const own = task.environment ?? {};
    const owner = { suite: suite.id, task: task.id, below: suite.environment };
    const recipe = taskRecipeOf(owner, own, files);
    const size = sizes.get(task.id);
    if (recipe === null && size === undefined) return [];
    return [[task.id, stackOn(ofSuite.image, recipe, size ?? machines.suite)] as const];
  });
  return { suite: ofSuite, tasks: new Map(ofTasks) };
}

function stackOn(base: SandboxImage, recipe: EnvironmentRecipe | null, machine: SandboxSize): Stack {
  return { image: recipe === null ? base : environmentImage(base, recipe), machine, base, recipe };
}

export type Layer = Pick<Stack, 'image' | 'base'> & { recipe: EnvironmentRecipe };

/** Lists the images to build, each after the one below it. */
export function layersOf({ suite, tasks }: Stacks): Layer[] {
  return [suite, ...tasks.values()].flatMap(({ image, base, recipe }) =>
    recipe === null ? [] : [{ image, base, recipe }],
  );
}

/** The image of a suite without the program of any agent, whether it is built or not. */
export async function plainImage(benchmark: Suites): Promise<SandboxImage> {
  return stacksOn(await imageFor(null), benchmark, machinesFor(benchmark, null)).suite.image;
}

/** An image that is built for a suite or its tasks, and for which of them. */
type NeededImage = { tag: string; owners: string[] };

/** Names the images of environments, whether they are built or not. */
export async function imagesNeeded(recipe: ImageRecipe | null, benchmark: Suites): Promise<NeededImage[]> {
  const layers = layersOf(stacksOn(await imageFor(recipe), benchmark, machinesFor(benchmark, recipe)));
  const byTag = Map.groupBy(layers, ({ image }) => image.tag);
  return [...byTag].map(([tag, same]) => ({ tag, owners: same.map((layer) => ownerOf(layer.recipe)) }));
}

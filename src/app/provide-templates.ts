import type { Machines } from '../contracts/machines.ts';
import type { RunPlan } from '../contracts/plan.ts';
import { connectEngine, type EngineConnection } from '../sandbox/docker/connect-engine.ts';
import { buildEnvironment } from '../sandbox/image/build-environment.ts';
import { needsNpm } from '../sandbox/image/environment.ts';
import { hostRegistries } from '../sandbox/image/host-registries.ts';
import { findImage, imageFor, imageMissing } from '../sandbox/image/image.ts';
import type { Progress } from '../sandbox/image/progress.ts';
import type { ImageRecipe } from '../sandbox/image/recipe.ts';
import type { SandboxEngine, SandboxTemplate } from '../sandbox/sandbox.ts';
import { packPackage } from '../sources/npm/pack-package.ts';
import { type Layer, layersOf, type Stack, type Stacks, type Suites, stacksOn } from './image-stacks.ts';
import { provide } from './setup-sandbox.ts';

/** The images and sizes that the sandboxes of a run are made from. */
export type Templates = {
  suite: SandboxTemplate;
  /** For the tasks with an environment of their own. */
  tasks: ReadonlyMap<string, SandboxTemplate>;
};

type Wanted = { recipe: ImageRecipe | null; benchmark: Suites; machines: Machines };

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
  { recipe, benchmark, machines }: Wanted,
  progress: Progress,
  signal: AbortSignal,
): Promise<Templates> {
  const base = await imageFor(recipe);
  const stacks = stacksOn(base, benchmark, machines);
  const layers = layersOf(stacks);
  if (layers.length > 0) {
    const connection = await connectEngine();
    if ((await findImage(connection, base.tag)) === null) throw imageMissing(base);
    for (const layer of layers)
      await provide(connection, layer.image, () => build(connection, layer, progress, signal));
  }
  return templatesOf(stacks);
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

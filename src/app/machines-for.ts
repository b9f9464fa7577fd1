import { Machine, USUAL_MACHINE } from '../contracts/environment.ts';
import type { Machines, SandboxSize } from '../contracts/machines.ts';
import type { ImageRecipe, ProgramNeeds } from '../sandbox/image/recipe.ts';
import type { Suites } from './image-stacks.ts';

/**
 * The sizes of the sandboxes of a suite. The memory that the agent's own program takes is added to that of the work. Processors
 * and processes are shared, so there is the larger number of what the two need.
 */
export function machinesFor({ suite: { suite, tasks } }: Suites, program: ProgramNeeds | null): Machines {
  const usual = suite.environment?.machine ?? USUAL_MACHINE;
  const own = tasks.flatMap(({ task: { id, environment } }) =>
    environment?.machine === undefined
      ? []
      : [[id, withProgram(Machine.parse({ ...usual, ...environment.machine }), program)] as const],
  );
  return { suite: withProgram(usual, program), tasks: Object.fromEntries(own) };
}

function withProgram(size: SandboxSize, program: ProgramNeeds | null): SandboxSize {
  if (program === null) return size;
  return {
    ...size,
    memoryMib: size.memoryMib + program.memoryMib,
    cpus: Math.max(size.cpus, program.cpus ?? 0),
    processes: Math.max(size.processes, program.processes ?? 0),
  };
}

/** Returns the same for a new run, in which a program gets no more processors than the engine has. */
export async function machinesOnEngine(suites: Suites, recipe: ImageRecipe | null): Promise<Machines> {
  if (recipe?.cpus === undefined) return machinesFor(suites, recipe);
  const { connectEngine } = await import('../sandbox/docker/connect-engine.ts');
  const { engineCpus } = await import('../sandbox/docker/engine-cpus.ts');
  const cpus = Math.min(recipe.cpus, await engineCpus(await connectEngine()));
  return machinesFor(suites, { ...recipe, cpus });
}

import type { ReachedLimit } from '../../contracts/resources.ts';
import type { ContainerContext } from '../docker/exec.ts';

/** A kernel out of memory may end the whole container: always where the runtime is one big process itself. */
export async function causeOfDeath({ container }: ContainerContext): Promise<ReachedLimit[]> {
  const { State } = await container.inspect();
  return !State.Running && State.OOMKilled ? ['memory'] : [];
}

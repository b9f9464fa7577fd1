import type { ReachedLimit } from '../../contracts/resources.ts';
import type { ContainerContext } from '../docker/exec.ts';

/**
 * A kernel that is out of memory may end the whole container; it always does if the
 * runtime is itself one big process.
 */
export async function causeOfDeath({ container }: ContainerContext): Promise<ReachedLimit[]> {
  const { State } = await container.inspect();
  return !State.Running && State.OOMKilled ? ['memory'] : [];
}

import type { EngineConnection } from './connect-engine.ts';

/** The number of processors that the engine has; it makes no container with more. */
export async function engineCpus({ docker }: Pick<EngineConnection, 'docker'>): Promise<number> {
  const { NCPU }: { NCPU: number } = await docker.info();
  return NCPU;
}

import { Session } from 'node:inspector/promises';

/**
 * Counts how often the pieces of our own code between two branches run, which is the same on every machine. Only what
 * is loaded after the start is counted in such detail. What happens inside one search of an expression does not show.
 */
export async function startCounting(): Promise<(work: () => void) => Promise<number>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const countsSinceLast = async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const own = result.filter(({ url }) => /\/(?:src|test)\//.test(url) && !url.includes('/node_modules/'));
    const ranges = own.flatMap(({ functions }) => functions.flatMap((one) => one.ranges));
    return ranges.reduce((sum, { count }) => sum + count, 0);
  };
  return async (work) => {
    await countsSinceLast();
    work();
    return countsSinceLast();
  };
}

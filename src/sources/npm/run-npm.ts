import { AssayError } from '../../base/assay-error.ts';
import { hostPrograms, NO_WORKSPACES } from '../../host/host-programs.ts';

/** What the user's own npm said. It runs no script of any package. */
export async function runNpm(
  args: readonly string[],
  { signal, limitMs }: { signal: AbortSignal; limitMs: number },
) {
  const options = [NO_WORKSPACES, '--ignore-scripts', '--loglevel=error'];
  await using host = await hostPrograms();
  const result = await host.run('npm', [...args, ...options], {
    reject: false,
    stdin: 'ignore',
    cancelSignal: signal,
    timeout: limitMs,
  });
  if (result.failed && signal.aborted)
    throw new AssayError('INTERRUPTED', 'Interrupted while npm asked about a package or fetched it.');
  return result;
}

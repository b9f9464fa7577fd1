import { AssayError } from '../../base/assay-error.ts';
import { hostPrograms, NO_WORKSPACES } from '../../host/host-programs.ts';
import { registryFor } from './registry.ts';

/** What the user's own npm said about a package. It runs no script of any, and asks no registry whose address contains a key. */
export async function runNpm(
  args: readonly [command: string, spec: string, ...options: string[]],
  { signal, limitMs }: { signal: AbortSignal; limitMs: number },
) {
  await registryFor(nameIn(args[1]), signal).catch((error: unknown) => {
    throw signal.aborted ? interrupted() : error;
  });
  const options = [NO_WORKSPACES, '--ignore-scripts', '--loglevel=error'];
  await using host = await hostPrograms();
  const result = await host.run('npm', [...args, ...options], {
    reject: false,
    stdin: 'ignore',
    cancelSignal: signal,
    timeout: limitMs,
  });
  if (result.failed && signal.aborted) throw interrupted();
  return result;
}

/** The name of a scoped package begins with the sign that comes before a version. */
function nameIn(spec: string): string {
  const at = spec.indexOf('@', 1);
  return at === -1 ? spec : spec.slice(0, at);
}

function interrupted(): AssayError {
  return new AssayError('INTERRUPTED', 'Interrupted while npm asked about a package or fetched it.');
}

import { AssayError } from '../../base/assay-error.ts';
import type { FetchFailure } from '../../contracts/fetched.ts';
import type { SourceLimits } from '../../contracts/source-limits.ts';
import { hostPrograms, NO_WORKSPACES } from '../../host/host-programs.ts';
import { isKey, keyWithin } from '../../host/known-keys.ts';
import { fetchBounded } from '../http/fetch-bounded.ts';
import { type ReachPolicy, resolveHost } from '../http/reach.ts';

/** The registry that the user's npm would ask for this package, without a trailing slash. */
export async function registryFor(name: string, signal: AbortSignal): Promise<string> {
  const scope = name.startsWith('@') ? name.split('/')[0] : undefined;
  const scoped = scope === undefined ? null : await npmSetting(`${scope}:registry`, signal);
  const registry = scoped ?? (await npmSetting('registry', signal));
  if (registry === null)
    throw new AssayError('SOURCE_UNREACHABLE', 'npm has no registry. Set one: npm config set registry URL.');
  requireNoKey(registry);
  return registry.replace(/(?<!\/)\/+$/, '');
}

/** npm leaves a variable as it is written if it has no value, as keys have none here. */
function requireNoKey(registry: string): void {
  const named = registry.match(/(?<=\$\{)\w+/g) ?? [];
  const key = named.find(isKey) ?? keyWithin(registry);
  if (key === null) return;
  const what = `The address of your npm's registry contains the key ${key}, which would be sent there.`;
  throw new AssayError('SOURCE_UNREACHABLE', `${what} Set another: npm config set registry URL.`);
}

async function npmSetting(key: string, signal: AbortSignal): Promise<string | null> {
  await using host = await hostPrograms();
  const result = await host.run('npm', [NO_WORKSPACES, 'config', 'get', key], {
    reject: false,
    cancelSignal: signal,
    stdin: 'ignore',
  });
  if (result.failed) {
    throw new AssayError('SOURCE_UNREACHABLE', `npm did not report its ${key}. Is it installed?`, {
      cause: result,
    });
  }
  return URL.canParse(result.stdout) ? result.stdout : null;
}

/** The registry is the user's own setting, so it may be in a private network, and without TLS. */
const REACH: ReachPolicy = { allowPrivate: true, allowLoopback: true, allowHttp: true, resolve: resolveHost };

/** Returns `null` if the file is larger than allowed. */
export async function downloadFrom(
  url: string,
  accept: string,
  { limits, signal }: { limits: SourceLimits; signal: AbortSignal },
): Promise<Uint8Array | null> {
  const answer = await fetchBounded(
    { url, accept, maxBytes: limits.downloadBytes },
    { reach: REACH, limits, signal },
  );
  if (answer.status === 'answered' && answer.httpStatus === 200) return answer.body;
  if (answer.status === 'failed' && answer.reason === 'too-large') return null;
  const came = answer.status === 'answered' ? `status ${answer.httpStatus}` : answer.detail;
  const limit = answer.status === 'failed' ? LIMITS[answer.reason] : undefined;
  const next =
    limit === undefined ? 'Check the name and the registry.' : `--limit ${limit}=NUMBER allows more.`;
  throw new AssayError('SOURCE_UNREACHABLE', `${url} did not give a file: ${came}. ${next}`);
}

/** The limit at which an answer was cut off. */
const LIMITS: Partial<Record<FetchFailure, keyof SourceLimits>> = {
  timeout: 'requestSeconds',
  'too-many-redirects': 'redirects',
};

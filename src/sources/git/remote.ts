import { isIP } from 'node:net';
import { AssayError } from '../../base/assay-error.ts';
import { type FetchTerms, fetchBounded } from '../http/fetch-bounded.ts';
import { type Address, addressesOf, bareHost, type ReachPolicy, type Refusal } from '../http/reach.ts';
import { type GitCall, git } from './git.ts';

/** The final address of a repository, and the settings that keep git to it. */
export type Remote = { url: string; settings: readonly string[] };

/**
 * Applies the same rules as for sites. Over https, each address on the way is judged before it is contacted,
 * and redirects are followed here. git gets the final URL with the judged addresses and goes nowhere else,
 * not even through a proxy, which would look up the name again. An ssh server is judged by its name, unless
 * that is an alias of the user's: git does not prompt, so it connects only to hosts whose keys the user has
 * accepted. Files are the user's own.
 */
export async function reachRemote(written: string, terms: FetchTerms, call: GitCall): Promise<Remote> {
  // The user's own `insteadOf` may redirect git.
  const url = Buffer.from(await git(['ls-remote', '--get-url', '--', written], call))
    .toString()
    .trim();
  const here = { url, settings: [] };
  if (terms.reach.allowPrivate) return here;
  if (/^https?:/i.test(url)) return webRemote(url, terms);
  const host = sshHost(url);
  if (host !== null) await requirePublicServer(host, terms.reach);
  return here;
}

const ADVERTISEMENT = '/info/refs?service=git-upload-pack';

async function webRemote(url: string, terms: FetchTerms): Promise<Remote> {
  const asked = `${url.replace(/(?<!\/)\/+$/, '')}${ADVERTISEMENT}`;
  const answer = await fetchBounded({ url: asked, accept: '*/*', maxBytes: terms.limits.indexBytes }, terms);
  if (answer.status === 'failed' && answer.reason !== 'too-large') throw refused(answer);
  if (!answer.url.endsWith(ADVERTISEMENT))
    throw unreachable(`it leads to ${new URL(answer.url).origin}, which is not a repository`);
  const end = new URL(answer.url.slice(0, -ADVERTISEMENT.length));
  const addresses = await addressesOf(end, terms.reach);
  if ('reason' in addresses) throw refused(addresses);
  return {
    url: end.href,
    settings: ['http.followRedirects=false', 'http.proxy=', ...pinned(end, addresses)],
  };
}

/**
 * Formats addresses as curl takes them: `HOST:PORT:ADDRESS[,ADDRESS]...`. A host that is an address needs
 * none.
 */
function pinned(url: URL, addresses: readonly Address[]): string[] {
  if (isIP(bareHost(url)) !== 0) return [];
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const list = addresses.map(({ address, family }) => (family === 6 ? `[${address}]` : address)).join(',');
  return [`http.curloptResolve=${url.hostname}:${port}:${list}`];
}

/** The host of `ssh://[user@]host[:port]/path` or `[user@]host:path`. */
export function sshHost(url: string): string | null {
  if (/^ssh:/i.test(url)) return URL.parse(url)?.hostname ?? null;
  return /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/|:)/.exec(url)?.[1] ?? null;
}

async function requirePublicServer(host: string, reach: ReachPolicy): Promise<void> {
  const url = URL.parse(`https://${host}`);
  if (url === null) return;
  const addresses = await addressesOf(url, reach);
  if ('reason' in addresses && addresses.reason === 'address-refused') throw refused(addresses);
}

function refused({ reason, detail }: Refusal): AssayError {
  const hint = reason === 'address-refused' ? '. If you mean it, allow it with --allow-private' : '';
  return unreachable(`${reason}: ${detail}${hint}`);
}

function unreachable(what: string): AssayError {
  return new AssayError('SOURCE_UNREACHABLE', `${what}.`);
}

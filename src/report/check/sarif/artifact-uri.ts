import { posix } from 'node:path';
import type { CheckReport } from '../../../contracts/check-report.ts';

/**
 * Where a file is, as a URI reference (RFC 3986). A folder named relative to where the command ran stays relative, as
 * code hosts expect. A file whose path would lead out of its source stands for the source itself.
 */
export function artifactUri({ source, path }: Pick<CheckReport, 'source' | 'path'>, file: string): string {
  if (/^https?:\/\//i.test(file) && URL.canParse(file)) return encodeUrl(file);
  const within = posix.join('/', path, file).slice(1);
  const leaves = [path, file].some((part) => part.split('/').includes('..'));
  const inside = leaves || within === '' ? '' : `/${encodePath(within)}`;
  return `${sourceUri(source)}${inside}`.replace(/^\.\//, '');
}

function sourceUri(source: string): string {
  if (/^[a-z][a-z0-9+.-]+:/i.test(source) && URL.canParse(source)) return encodeUrl(source);
  const path = encodePath(posix.normalize(source).replace(/\/$/, ''));
  return path.startsWith('/') ? `file://${path}` : path;
}

/**
 * What means something in a URL keeps its meaning, what is encoded already stays so, and all else is encoded. Who is asked
 * stands as a reader of URLs understands it; after that brackets mean nothing, and a hash means something once.
 */
function encodeUrl(url: string): string {
  // Whoever reads a URL passes over these.
  const read = url.replace(/^[\0-\x20]+|[\0-\x20]+$|[\t\n\r]/g, '').toWellFormed();
  const asked = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i.exec(read)?.[0] ?? '';
  const [before = '', ...fragment] = encodeOnce(read.slice(asked.length)).split('#');
  const hash = fragment.length === 0 ? '' : `#${fragment.join('%23')}`;
  return `${asked === '' ? '' : authorityOf(new URL(read))}${before}${hash}`;
}

function authorityOf({ protocol, username, password, host }: URL): string {
  const secret = password === '' ? '' : `:${password}`;
  const user = username === '' && password === '' ? '' : `${username}${secret}@`;
  return `${protocol}//${encodeOnce(user)}${host.startsWith('[') ? host : encodeOnce(host)}`;
}

function encodeOnce(text: string): string {
  return encodeURI(text).replace(/%25([0-9a-f]{2})/gi, '%$1');
}

function encodePath(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

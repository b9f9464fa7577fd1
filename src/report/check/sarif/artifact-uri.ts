import { posix } from 'node:path';
import type { CheckReport } from '../../../contracts/check-report.ts';

/**
 * The location of a file as a URI reference (RFC 3986). A folder that was named relative to the working
 * directory stays relative, as code hosts expect. If a file's path would lead out of its source, the URI is
 * that of the source.
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
 * Encodes everything but reserved characters and what is encoded already. The authority is written as a URL
 * parser reads it; after it, brackets are encoded, and so is every hash but the first.
 */
function encodeUrl(url: string): string {
  // URL parsers ignore these characters.
  const read = url.replace(/^[\0-\x20]+|(?<![\0-\x20])[\0-\x20]+$|[\t\n\r]/g, '').toWellFormed();
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

import { AssayError } from '../../base/assay-error.ts';
import { shownUrl } from '../../checks/site/reading/shown-url.ts';
import { ARCHIVE_NAME } from '../archive/archive-name.ts';
import { requireTls } from '../http/require-tls.ts';
import type { Source } from '../source.ts';

export type DownloadSource = Extract<Source, { kind: 'download' }>;

/**
 * Parses the URL of an archive or a SKILL.md. Output and records omit its query, which may be a signature.
 */
export function parseDownload(text: string): DownloadSource | null {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  const holds = url === null ? null : heldBy(url);
  if (url === null || holds === null) return null;
  requireTls(url);
  if (url.username !== '' || url.password !== '') {
    throw new AssayError('USAGE', `The URL holds credentials. Download ${url.host}${url.pathname} yourself.`);
  }
  url.hash = '';
  return { kind: 'download', text: shownUrl(url.href), url: url.href, holds };
}

function heldBy(url: URL): DownloadSource['holds'] | null {
  if (/\/skill\.md$/i.test(url.pathname)) return 'skill-md';
  return ARCHIVE_NAME.test(url.pathname) || isForgeArchive(url) ? 'archive' : null;
}

/**
 * URLs at which GitHub and GitLab pack a commit on demand: in a folder that they name, and in some cases
 * without a file suffix.
 */
export function isForgeArchive({ hostname, pathname }: URL): boolean {
  if (hostname === 'codeload.github.com') return true;
  return /^\/(?:repos\/)?[^/]+\/[^/]+\/(?:archive|zipball|tarball)\/|\/-\/archive\//.test(pathname);
}

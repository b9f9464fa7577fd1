import { AssayError } from '../../base/assay-error.ts';
import type { GitPlace } from '../source.ts';

/** Pages of GitHub, and of GitLab on any host: only its addresses have `/-/` before the kind of page. */
const PAGES = [
  /^https:\/\/(?:www\.)?(github\.com)\/([\w.-]+\/[\w.-]+)\/(tree|blob)\/(.+)$/i,
  /^https:\/\/([\w.:-]+)\/([\w.-]+(?:\/[\w.-]+)+)\/-\/(tree|blob)\/(.+)$/i,
  /^https:\/\/(?:www\.)?(gitlab\.com)\/([\w.-]+\/[\w.-]+)\/(tree|blob)\/(.+)$/i,
];

/**
 * The folder that a page shows, as copied from a browser: `/tree/REF/PATH`, or `/blob/REF/PATH/SKILL.md` for
 * its folder.
 */
export function parseForgePage(text: string): { url: string; place: GitPlace } | null {
  const address = (text.split(/[?#]/)[0] ?? '').replace(/(?<!\/)\/+$/, '');
  const [, host, repository = '', kind = '', rest = ''] =
    PAGES.map((page) => page.exec(address)).find((match) => match !== null) ?? [];
  if (host === undefined) return null;
  const refAndPath = decoded(rest);
  if (refAndPath.split('/').includes('..')) throw notAFolder(text);
  const url = `https://${host.toLowerCase()}/${repository}.git`;
  if (kind === 'tree') return { url, place: { refAndPath } };
  if (!/\/skill\.md$/i.test(refAndPath)) throw notAFolder(text);
  return { url, place: { refAndPath: refAndPath.replace(/\/[^/]+$/, '') } };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function notAFolder(text: string): AssayError {
  return new AssayError(
    'USAGE',
    `"${text}" is not the page of a folder or a SKILL.md. Give the page of the skill's folder.`,
  );
}

import { posix } from 'node:path';
import { AssayError } from '../../base/assay-error.ts';
import type { SourceLimits } from '../../contracts/source-limits.ts';
import { promisedFormat } from '../archive/archive-name.ts';
import { type ArchiveLayout, loadArchive } from '../archive/load-archive.ts';
import { type FetchTerms, fetchBounded } from '../http/fetch-bounded.ts';
import { folderTooLarge, type LoadTerms, loadSkills, type SkillSearch } from '../loading/load-skills.ts';
import { type DownloadSource, isForgeArchive } from './parse-download.ts';

export async function loadDownload(source: DownloadSource, terms: LoadTerms): Promise<SkillSearch> {
  const { limits, findsEvals } = terms;
  const bytes = await download(source, terms);
  if (bytes === null) return folderTooLarge(limits, 'downloadBytes');
  if (source.holds === 'skill-md') return loadDocument(bytes, source, limits);
  const url = new URL(source.url);
  const [layout, promised] = [layoutAt(url), promisedFormat(url.pathname)];
  return loadArchive(bytes, { source: source.text, layout, promised, limits, findsEvals });
}

function layoutAt(url: URL): ArchiveLayout {
  if (isForgeArchive(url)) return 'repository';
  return /\.skill$/i.test(url.pathname) ? 'skill-file' : 'root';
}

/** Returns `null` if the file is larger than allowed. */
async function download({ url, text }: DownloadSource, terms: FetchTerms): Promise<Uint8Array | null> {
  const maxBytes = terms.limits.downloadBytes;
  const answer = await fetchBounded({ url, accept: '*/*', maxBytes }, terms);
  if (answer.status === 'answered' && answer.httpStatus === 200) return answer.body;
  if (answer.status === 'failed' && answer.reason === 'too-large') return null;
  const came =
    answer.status === 'answered' ? `status ${answer.httpStatus}` : `${answer.reason}: ${answer.detail}`;
  const isRefused = answer.status === 'failed' && answer.reason === 'address-refused';
  const hint = isRefused ? 'If you mean it, allow it with --allow-private.' : 'Check the address.';
  throw new AssayError('SOURCE_UNREACHABLE', `${text} did not give a file (${came}). ${hint}`);
}

/**
 * The document comes alone: files that it refers to are missing, and its folder has no name that its author
 * chose.
 */
function loadDocument(
  content: Uint8Array,
  { text, url }: DownloadSource,
  limits: SourceLimits,
): Promise<SkillSearch> {
  const path = posix.basename(new URL(url).pathname);
  const file = { path, executable: false, size: content.byteLength, read: async () => content };
  const tree = { files: [file], links: [], gaps: [], specials: [], checkouts: [] };
  return loadSkills(tree, { source: text, limits });
}

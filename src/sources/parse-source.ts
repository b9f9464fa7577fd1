import { posix } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { ARCHIVE_NAME } from './archive/archive-name.ts';
import { parseDownload } from './download/parse-download.ts';
import { parseGitSource } from './git/parse-git-source.ts';
import { parseSite } from './site/parse-site.ts';
import type { Source } from './source.ts';

export type PathKind = 'file' | 'folder' | null;

/** Looks up whether a text is a path on this machine. */
export type LocalPaths = {
  kindOf(path: string): PathKind;
  /** The path that a user probably meant by a mistyped one. */
  nearest(path: string): string | null;
};

/**
 * Interprets a source as the user wrote it. An existing path wins over every other reading, so that a
 * shorthand never hides a folder; text that is written like a path, or is nearly one, is never read as
 * anything else.
 */
export function parseSource(text: string, local: LocalPaths): Source {
  if (text.trim() === '') throw new AssayError('USAGE', `The source is empty. ${FORMS}`);
  const kind = local.kindOf(text);
  if (kind !== null) return localSource(text, kind);
  if (/^([/\\~]|\.\.?([/\\]|$)|[a-z]:[/\\])/i.test(text)) throw missing(text, local);
  const source = npmSource(text) ?? parseGitSource(text) ?? parseDownload(text);
  if (source?.kind === 'git') requireMeant(text, local);
  if (source !== null) return source;
  if (/^https?:/i.test(text)) return parseSite(text);
  throw missing(text, local);
}

/**
 * `owner/repo` could also be a path, and the names of a user's folders are private. So GitHub is not asked if
 * the text begins with an existing folder, ends like a file, or is nearly an existing path.
 */
function requireMeant(text: string, local: LocalPaths): void {
  if (text.includes(':')) return;
  const [path = ''] = text.split(/[@#]/);
  const near = local.nearest(path);
  if (near === null && !isPathLike(path, local)) return;
  const hint = near === null ? '' : ` Did you mean ${near}?`;
  throw new AssayError(
    'FILE_NOT_FOUND',
    `There is nothing at "${text}".${hint} For the repository on GitHub, write github:${text}.`,
  );
}

function isPathLike(path: string, local: LocalPaths): boolean {
  const [first = ''] = path.split('/');
  return local.kindOf(first) === 'folder' || ARCHIVE_NAME.test(path) || SKILL_FILE.test(path);
}

const SKILL_FILE = /(^|[/\\])skill\.md$/i;

function localSource(text: string, kind: 'file' | 'folder'): Source {
  if (kind === 'folder') return { kind, text, path: text };
  if (ARCHIVE_NAME.test(text)) return { kind: 'archive', text, path: text };
  if (SKILL_FILE.test(text)) return { kind: 'folder', text, path: posix.dirname(text) };
  throw new AssayError('USAGE', `${text} is neither a folder, an archive nor a SKILL.md. ${FORMS}`);
}

const NPM_PACKAGE = /^npm:((?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*)(?:@([\w.+-]+))?$/i;

function npmSource(text: string): Source | null {
  if (!text.startsWith('npm:')) return null;
  const [, name, version] = NPM_PACKAGE.exec(text) ?? [];
  if (name === undefined) {
    throw new AssayError(
      'USAGE',
      `"${text}" is not an npm package. Write npm:NAME or npm:NAME@VERSION, without a range.`,
    );
  }
  return { kind: 'npm', text, name, version: version ?? null };
}

const FORMS =
  'Write a folder, an archive (.zip, .tar.gz, .tgz, .tar, .skill), a git URL, owner/repo[/path], npm:PACKAGE, https://HOST or the URL of an archive or a SKILL.md.';

function missing(text: string, local: LocalPaths): AssayError {
  const near = local.nearest(text);
  const hint = near === null ? FORMS : `Did you mean ${near}?`;
  return new AssayError('FILE_NOT_FOUND', `There is nothing at "${text}". ${hint}`);
}

import { posix } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { parseGitSource } from './git/parse-git-source.ts';
import { parseSite } from './site/parse-site.ts';
import type { Source } from './source.ts';

export type PathKind = 'file' | 'folder' | null;

/**
 * What a user means by a source. A path that exists wins over every other reading, so that a shorthand never hides a
 * folder; what is written like a path is never read as anything else.
 */
export function parseSource(text: string, kindOfPath: (path: string) => PathKind): Source {
  const kind = kindOfPath(text);
  if (kind !== null) return localSource(text, kind);
  if (/^([/\\~]|\.\.?([/\\]|$)|[a-z]:[/\\])/i.test(text)) throw missing(text);
  const source = npmSource(text) ?? parseGitSource(text);
  if (source !== null) return source;
  if (/^https?:/i.test(text)) return parseSite(text);
  throw missing(text);
}

const ARCHIVE_NAME = /\.(zip|skill|tar|tgz|tar\.gz)$/i;

function localSource(text: string, kind: 'file' | 'folder'): Source {
  if (kind === 'folder') return { kind, text, path: text };
  if (ARCHIVE_NAME.test(text)) return { kind: 'archive', text, path: text };
  if (/(^|[/\\])skill\.md$/i.test(text)) return { kind: 'folder', text, path: posix.dirname(text) };
  throw new AssayError('USAGE', `${text} is neither a folder, an archive nor a SKILL.md. ${FORMS}`);
}

const NPM_PACKAGE = /^npm:((?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*)(?:@([\w.+-]+))?$/i;

function npmSource(text: string): Source | null {
  if (!text.startsWith('npm:')) return null;
  const [, name, version] = NPM_PACKAGE.exec(text) ?? [];
  if (name === undefined) {
    throw new AssayError(
      'USAGE',
      `"${text}" is no npm package. Write npm:NAME or npm:NAME@VERSION, without a range.`,
    );
  }
  return { kind: 'npm', text, name, version: version ?? null };
}

const FORMS =
  'Write a folder, an archive (.zip, .tar.gz, .tgz, .tar, .skill), a git URL, owner/repo, npm:PACKAGE or https://HOST.';

function missing(text: string): AssayError {
  return new AssayError('FILE_NOT_FOUND', `There is nothing at "${text}". ${FORMS}`);
}

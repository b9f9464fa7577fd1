import { posix } from 'node:path';
import { AssayError } from '../../base/assay-error.ts';
import { requireTls } from '../http/require-tls.ts';
import type { GitPlace, Source } from '../source.ts';
import { parseForgePage } from './parse-forge-page.ts';

type GitSource = Extract<Source, { kind: 'git' }>;

/**
 * Parses the address of a GitHub or GitLab page; or `URL.git`, `git@HOST:PATH`, `ssh://`, `file://`,
 * `owner/repo`, `owner/repo/path`, `github:owner/repo` and `gitlab:owner/repo`, each with `#ref`, `@skill` or
 * `#ref@skill`.
 */
export function parseGitSource(text: string): GitSource | null {
  const page = parseForgePage(text);
  if (page !== null) return { kind: 'git', text, ...page, skill: null };
  const { address, ref, skill } = splitAddress(text);
  const found = repositoryOf(address);
  if (found === null) return null;
  refuseSecrets(found.url);
  if (ref !== null && !isRef(ref)) {
    throw new AssayError('USAGE', `"${ref}" is not a branch, tag or commit. Write SOURCE#REF.`);
  }
  const place: GitPlace = { ref, path: found.path };
  return { kind: 'git', text, url: found.url, place, skill };
}

/** A ref has no leading hyphen, and none of the characters that would make it a refspec or a pattern. */
export function isRef(text: string): boolean {
  return /^[A-Za-z0-9_][\w./+-]*$/.test(text);
}

/** The `@` of a user comes before a host and its path, the `@` of a skill at the end. */
const SKILL_SUFFIX = /^(.+)@([^/:@]+)$/;

function splitAddress(text: string): { address: string; ref: string | null; skill: string | null } {
  const hash = text.indexOf('#');
  if (hash === -1) {
    const [, address = text, skill = null] = SKILL_SUFFIX.exec(text) ?? [];
    return { address, ref: null, skill };
  }
  const [, ref, skill] = /^([^@]*)(?:@(.*))?$/.exec(text.slice(hash + 1)) ?? [];
  return { address: text.slice(0, hash), ref: ref || null, skill: skill || null };
}

/**
 * The rest of a GitLab shorthand is a path in the project; a project in nested groups needs its whole URL.
 */
const SHORTHANDS = [
  /^(?:(github):)?([a-z0-9][a-z0-9-]*)\/([a-z0-9_][\w.-]*)((?:\/[^/]+)*)\/?$/i,
  /^(gitlab):([\w.-]+)\/([\w.-]+)((?:\/[^/]+)*)\/?$/i,
  /^https:\/\/(?:www\.)?(github|gitlab)\.com\/([\w.-]+)\/([\w.-]+)()\/?$/i,
];
const HOSTS = new Map([
  ['github', 'github.com'],
  ['gitlab', 'gitlab.com'],
]);

const GIT_URL = /^(https?:\/\/.+\.git|ssh:\/\/.+|file:\/\/\/.+|[\w.-]+@[\w.-]+:.+)$/i;

function repositoryOf(address: string): { url: string; path: string } | null {
  const [, forge, owner, repository = '', below = ''] =
    SHORTHANDS.map((form) => form.exec(address)).find((match) => match !== null) ?? [];
  if (owner !== undefined) {
    const host = HOSTS.get(forge?.toLowerCase() ?? 'github');
    const path = folderBelow(below);
    if (path === null) return null;
    return { url: `https://${host}/${owner}/${repository.replace(/\.git$/, '')}.git`, path };
  }
  if (!GIT_URL.test(address)) return null;
  const url = URL.parse(address);
  if (url !== null) requireTls(url);
  return { url: address, path: '.' };
}

/** A SKILL.md means its folder. Returns `null` for a path that goes up. */
function folderBelow(path: string): string | null {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) return null;
  const last = parts.at(-1) ?? '';
  return posix.join('.', ...(/^skill\.md$/i.test(last) ? parts.slice(0, -1) : parts));
}

/** The user's input is printed and stored with every result. A user name may be a token, except for ssh. */
function refuseSecrets(url: string): void {
  const { protocol, username, password } = URL.parse(url) ?? { protocol: '', username: '', password: '' };
  if (password === '' && (username === '' || protocol === 'ssh:')) return;
  const hint = 'Leave out everything before the @: git asks your credential helper for it.';
  throw new AssayError('USAGE', `The git URL holds credentials. ${hint}`);
}

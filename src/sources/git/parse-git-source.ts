import { AssayError } from '../../base/assay-error.ts';
import type { Source } from '../source.ts';

type GitSource = Extract<Source, { kind: 'git' }>;

/** `URL.git`, `git@HOST:PATH`, `ssh://`, `file://` and `owner/repo`, each with `#ref`, `@skill` or `#ref@skill`. */
export function parseGitSource(text: string): GitSource | null {
  const { address, ref, skill } = splitAddress(text);
  const url = urlOf(address);
  if (url === null) return null;
  refuseSecrets(url);
  if (ref !== null && !REF.test(ref)) {
    throw new AssayError('USAGE', `"${ref}" is no branch, tag or commit. Write SOURCE#REF.`);
  }
  return { kind: 'git', text, url, ref, skill };
}

/** No leading hyphen, and none of the characters that make a refspec of a ref. */
const REF = /^[A-Za-z0-9_][\w./-]*$/;

/** The `@` of a user stands before a host and its path, that of a skill at the end. */
const SKILL_SUFFIX = /^(.+)@([^/:@]+)$/;

function splitAddress(text: string): { address: string; ref: string | null; skill: string | null } {
  const hash = text.indexOf('#');
  if (hash === -1) {
    const [, address = text, skill = null] = SKILL_SUFFIX.exec(text) ?? [];
    return { address, ref: null, skill };
  }
  const [, ref, skill] = /^([^@]*)@?(.*)$/.exec(text.slice(hash + 1)) ?? [];
  return { address: text.slice(0, hash), ref: ref || null, skill: skill || null };
}

const SHORTHAND = /^([a-z0-9][a-z0-9-]*)\/([a-z0-9_][\w.-]*)$/i;
const GITHUB_PAGE = /^https:\/\/github\.com\/([\w-]+)\/([\w.-]+)\/?$/i;
const GIT_URL = /^(https:\/\/.+\.git|ssh:\/\/.+|file:\/\/\/.+|[\w.-]+@[\w.-]+:.+)$/i;

function urlOf(address: string): string | null {
  const [, owner, repository = ''] = SHORTHAND.exec(address) ?? GITHUB_PAGE.exec(address) ?? [];
  if (owner !== undefined) return `https://github.com/${owner}/${repository.replace(/\.git$/, '')}.git`;
  return GIT_URL.test(address) ? address : null;
}

/** What the user wrote is printed and stored with every result. A user name may be a token, except for ssh. */
function refuseSecrets(url: string): void {
  const { protocol, username, password } = URL.parse(url) ?? { protocol: '', username: '', password: '' };
  if (password === '' && (username === '' || protocol === 'ssh:')) return;
  const hint = 'Leave out what stands before the @: git asks your credential helper for it.';
  throw new AssayError('USAGE', `The git URL holds credentials. ${hint}`);
}

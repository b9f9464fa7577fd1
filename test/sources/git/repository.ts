import { execFileSync } from 'node:child_process';
import { vi } from 'vitest';
import { tempFolder } from '../temp-folder.ts';

export const SKILL = '---\nname: a\ndescription: Use when testing.\n---\nBody\n';

/** A repository of one commit with these files, and a way to run git in it. */
export function repository(files: Record<string, string>) {
  const folder = tempFolder(files);
  const git = (...args: string[]) => runGit(folder, args);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=first');
  return { folder, url: `file://${folder}`, git };
}

function runGit(folder: string, args: readonly string[], input?: Uint8Array): string {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8', input }).trim();
}

/** An object as git itself would never write it. */
export function writeObject(folder: string, kind: 'tree' | 'commit', bytes: Uint8Array): string {
  return runGit(folder, ['hash-object', '-t', kind, '-w', '--stdin', '--literally'], bytes);
}

/** Settings as they would stand in the user's own configuration. */
export function stubGitConfig(settings: Record<string, string>): void {
  const entries = Object.entries(settings);
  vi.stubEnv('GIT_CONFIG_COUNT', String(entries.length));
  for (const [index, [key, value]] of entries.entries()) {
    vi.stubEnv(`GIT_CONFIG_KEY_${index}`, key);
    vi.stubEnv(`GIT_CONFIG_VALUE_${index}`, value);
  }
}

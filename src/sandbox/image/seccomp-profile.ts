import { readFile } from 'node:fs/promises';
import { IMAGE_FOLDER } from './image.ts';

/**
 * The system calls that a sandbox has, as the engine takes them: a list of ours, because what an engine's own one lets
 * through depends on its version, up to sockets that no network namespace holds back.
 */
export async function readSeccompProfile(): Promise<string> {
  const profile: unknown = JSON.parse(await readFile(new URL('seccomp.json', IMAGE_FOLDER), 'utf8'));
  return JSON.stringify(profile);
}

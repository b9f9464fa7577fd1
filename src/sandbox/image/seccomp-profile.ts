import { readFile } from 'node:fs/promises';
import { IMAGE_FOLDER } from './image.ts';

/**
 * The seccomp profile of a sandbox, in the form that the engine accepts. It is our own list, because what an
 * engine's default allows depends on its version, and may include sockets that no network namespace confines.
 */
export async function readSeccompProfile(): Promise<string> {
  const profile: unknown = JSON.parse(await readFile(new URL('seccomp.json', IMAGE_FOLDER), 'utf8'));
  return JSON.stringify(profile);
}

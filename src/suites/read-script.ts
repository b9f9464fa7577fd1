import { join } from 'node:path';
import type { Script } from '../contracts/script.ts';
import { parseScript } from './parse-script.ts';
import { readText } from './read-text.ts';

/** `null` if a task or probe has no script. */
export async function readScript(dir: string): Promise<Script | null> {
  const file = join(dir, 'script.yaml');
  const text = await readText(file);
  return text === null ? null : parseScript(text, file);
}

import { join } from 'node:path';
import { parseYaml } from '../base/parse-yaml.ts';
import { Triggers } from '../contracts/triggers.ts';
import { readText } from './read-text.ts';

/** `null` if a suite has no queries. */
export async function readTriggers(dir: string): Promise<Triggers | null> {
  const file = join(dir, 'triggers.yaml');
  const text = await readText(file);
  return text === null ? null : parseYaml(Triggers, text, file);
}

import { join } from 'node:path';
import { parseYaml } from '../base/parse-yaml.ts';
import { type Script, ScriptFile, SKILL_PLACEHOLDER } from '../contracts/script.ts';
import { readText } from './read-text.ts';

/** `null` if a task or probe has no script. */
export async function readScript(dir: string): Promise<Script | null> {
  const file = join(dir, 'script.yaml');
  const text = await readText(file);
  return text === null ? null : parseScript(text, file);
}

const Checked = ScriptFile.refine(({ arms }) => !JSON.stringify(arms.baseline).includes(SKILL_PLACEHOLDER), {
  path: ['arms', 'baseline'],
  error: `turns without ${SKILL_PLACEHOLDER}, because this arm has no skill`,
});

/** Refuses an unknown tool, and an input that its tool does not accept, and says where it stands. */
export function parseScript(text: string, file: string): Script {
  return parseYaml(Checked, text, file);
}

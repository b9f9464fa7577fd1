import { parseYaml } from '../base/parse-yaml.ts';
import { type Script, ScriptFile, SKILL_PLACEHOLDER } from '../contracts/script.ts';

const Checked = ScriptFile.refine(({ arms }) => !JSON.stringify(arms.baseline).includes(SKILL_PLACEHOLDER), {
  path: ['arms', 'baseline'],
  error: `turns without ${SKILL_PLACEHOLDER}, because this arm has no skill`,
});

/** An unknown tool, and an input that the tool does not take, are refused with their place. */
export function parseScript(text: string, file: string): Script {
  return parseYaml(Checked, text, file);
}

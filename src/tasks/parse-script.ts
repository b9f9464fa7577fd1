import { parseYaml } from '../base/parse-yaml.ts';
import { Script } from '../contracts/script.ts';

export function parseScript(text: string, file: string): Script {
  return parseYaml(Script, text, file);
}

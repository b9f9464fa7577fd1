import { parseNamedYaml } from '../base/parse-named-yaml.ts';
import { Suite } from '../contracts/suite.ts';

/** `file` is where the text was read: its folder must bear the suite's id. */
export function parseSuite(text: string, file: string): Suite {
  return parseNamedYaml(Suite, text, file);
}

import { parseNamedYaml } from '../base/parse-named-yaml.ts';
import { Suite } from '../contracts/suite.ts';

/** `file` is where the text was read from: its folder must have the suite's id as its name. */
export function parseSuite(text: string, file: string): Suite {
  return parseNamedYaml(Suite, text, file);
}

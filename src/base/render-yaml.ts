import { stringify } from 'yaml';

/** YAML for people: texts of several lines as blocks, and no references, which `parseYaml` refuses. */
export function renderYaml(value: unknown): string {
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 0, blockQuote: 'literal' });
}

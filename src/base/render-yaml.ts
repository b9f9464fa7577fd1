import { stringify } from 'yaml';

/**
 * YAML for people: multi-line texts are written as blocks, and there are no aliases,
 * which `parseYaml` refuses.
 */
export function renderYaml(value: unknown): string {
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 0, blockQuote: 'literal' });
}

import type { Check, Rule } from '../findings/rule.ts';
import { entryOf } from '../skill/read-skill.ts';
import { fieldFinding } from './field-finding.ts';

/** An optional field that must hold text if it exists, and not a list or a mapping. */
export function textField(key: string, rule: Rule): Check {
  return {
    rules: [rule],
    check(skill) {
      const kind = entryOf(skill, key)?.value.kind ?? 'scalar';
      if (kind === 'scalar') return [];
      return fieldFinding(skill, key, { rule, title: `Field "${key}" must be text; it is a ${kind}` });
    },
  };
}

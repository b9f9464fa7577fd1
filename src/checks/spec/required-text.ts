import type { Check, Rule } from '../findings/rule.ts';
import { entryOf, type ReadSkill, scalarOf } from '../skill/read-skill.ts';
import { fieldFinding } from './field-finding.ts';

/**
 * A field that must exist and hold text. Reports nothing if there is no mapping for it to be missing from.
 */
export function requiredText(key: string, rule: Rule): Check {
  return {
    rules: [rule],
    check(skill) {
      if (skill.document?.frontmatter == null) return [];
      const title = complaint(skill, key, rule);
      return title === null ? [] : fieldFinding(skill, key, { rule, title });
    },
  };
}

function complaint(skill: ReadSkill, key: string, rule: Rule): string | null {
  const entry = entryOf(skill, key);
  if (entry === null) return rule.title;
  if (entry.value.kind !== 'scalar') return `Field "${key}" must be text; it is a ${entry.value.kind}`;
  return scalarOf(skill, key)?.text.trim() ? null : `Field "${key}" must not be empty`;
}

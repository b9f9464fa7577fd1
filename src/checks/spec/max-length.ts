import type { Check, Rule } from '../findings/rule.ts';
import { scalarOf } from '../skill/read-skill.ts';
import { fieldFinding } from './field-finding.ts';
import { lengthOf } from './length-of.ts';

/** Counts the whole value, including the line break of a block scalar, as the reference validator does. */
export function maxLength(key: string, max: number, rule: Rule): Check {
  return {
    rules: [rule],
    check(skill) {
      const length = lengthOf(scalarOf(skill, key)?.text ?? '');
      if (length <= max) return [];
      return fieldFinding(skill, key, { rule, title: `${rule.title}: it has ${length}` });
    },
  };
}

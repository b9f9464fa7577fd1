import type { Check, Rule } from '../findings/rule.ts';
import { scalarOf } from '../skill/read-skill.ts';
import { fieldFinding } from './field-finding.ts';
import { SKILLS_REF, SPECIFICATION } from './reference.ts';

const TEXT_KEYS = ['name', 'description', 'license', 'compatibility', 'allowed-tools'];

const rule: Rule = {
  id: 'spec/values-quoted',
  title: 'A field that holds text is written as a number or a boolean',
  severity: 'low',
  why: 'Readers of ordinary YAML get a number or a boolean where they expect text, and may refuse the skill.',
  remedy: 'Put the value in double quotes.',
  owasp: [],
  reference: `${SPECIFICATION}: frontmatter; ${SKILLS_REF} reads every value as text`,
};

export const valuesQuoted: Check = {
  rules: [rule],
  check(skill) {
    return TEXT_KEYS.flatMap((key) => {
      const { type, text } = scalarOf(skill, key) ?? { type: 'string', text: '' };
      if (type === 'string') return [];
      return fieldFinding(skill, key, {
        rule,
        title: `Field "${key}" is read as ${type}, not as text: ${text}`,
      });
    });
  },
};

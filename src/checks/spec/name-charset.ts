import type { Check, Rule } from '../findings/rule.ts';
import { fieldFinding } from './field-finding.ts';
import { skillNameOf } from './name-of.ts';
import { SKILLS_REF, SPECIFICATION } from './reference.ts';

const rule: Rule = {
  id: 'spec/name-charset',
  title: 'The name contains invalid characters',
  severity: 'medium',
  why: 'Names become folders, commands and URLs; anything but letters, digits and hyphens breaks one of them.',
  remedy: 'Use lowercase letters, digits and hyphens only.',
  owasp: [],
  reference: `${SPECIFICATION}: name; letters and digits of any script, as ${SKILLS_REF} takes them`,
};

export const nameCharset: Check = {
  rules: [rule],
  check(skill) {
    const name = skillNameOf(skill);
    const [invalid] = name?.match(/[^\p{L}\p{N}-]/u) ?? [];
    if (invalid === undefined) return [];
    return fieldFinding(skill, 'name', { rule, title: `${rule.title}: "${invalid}" in "${name}"` });
  },
};

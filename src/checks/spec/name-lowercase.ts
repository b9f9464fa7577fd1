import type { Check, Rule } from '../findings/rule.ts';
import { fieldFinding } from './field-finding.ts';
import { skillNameOf } from './name-of.ts';
import { SPECIFICATION } from './reference.ts';

const rule: Rule = {
  id: 'spec/name-lowercase',
  title: 'The name must be lowercase',
  severity: 'medium',
  why: 'File systems disagree on whether two cases are one name; agents refuse capitals.',
  remedy: 'Write the name in lowercase, in the field and in the folder.',
  owasp: [],
  reference: `${SPECIFICATION}: name`,
};

export const nameLowercase: Check = {
  rules: [rule],
  check(skill) {
    const name = skillNameOf(skill);
    if (name === null || name === name.toLowerCase()) return [];
    return fieldFinding(skill, 'name', { rule, title: `${rule.title}: "${name}"` });
  },
};

import type { Check, Rule } from '../findings/rule.ts';
import { fieldFinding } from './field-finding.ts';
import { lengthOf } from './length-of.ts';
import { skillNameOf } from './name-of.ts';
import { SPECIFICATION } from './reference.ts';

const MAX = 64;

const rule: Rule = {
  id: 'spec/name-length',
  title: `The name exceeds the ${MAX} character limit`,
  severity: 'medium',
  why: 'Agents and indexes refuse longer names.',
  remedy: 'Choose a shorter name, for the field and for the folder.',
  owasp: [],
  reference: `${SPECIFICATION}: name`,
};

export const nameLength: Check = {
  rules: [rule],
  check(skill) {
    const length = lengthOf(skillNameOf(skill) ?? '');
    if (length <= MAX) return [];
    return fieldFinding(skill, 'name', { rule, title: `${rule.title}: it has ${length}` });
  },
};

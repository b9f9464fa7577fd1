import type { Check, Rule } from '../findings/rule.ts';
import { entryOf, scalarOf } from '../skill/read-skill.ts';
import { fieldFinding } from './field-finding.ts';
import { SKILLS_REF, SPECIFICATION } from './reference.ts';

const rule: Rule = {
  id: 'spec/compatibility-not-empty',
  title: 'The compatibility field is empty',
  severity: 'low',
  why: 'The specification asks for 1 to 500 characters if the field is present, and an empty one says nothing.',
  remedy: 'Say what the skill needs, or leave the field out.',
  owasp: [],
  reference: `${SPECIFICATION}: compatibility; ${SKILLS_REF} accepts it`,
};

export const compatibilityNotEmpty: Check = {
  rules: [rule],
  check(skill) {
    if (entryOf(skill, 'compatibility')?.value.kind !== 'scalar') return [];
    const isEmpty = (scalarOf(skill, 'compatibility')?.text.trim() ?? '') === '';
    return isEmpty ? fieldFinding(skill, 'compatibility', { rule }) : [];
  },
};

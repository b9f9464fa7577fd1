import type { Check, Rule } from '../findings/rule.ts';
import { fieldFinding } from './field-finding.ts';
import { skillNameOf } from './name-of.ts';
import { SPECIFICATION } from './reference.ts';

const rule: Rule = {
  id: 'spec/name-hyphens',
  title: 'The name has a misplaced hyphen',
  severity: 'medium',
  why: 'Hyphens belong between words: agents and indexes refuse them at an end or in a row.',
  remedy: 'Leave single hyphens between words only.',
  owasp: [],
  reference: `${SPECIFICATION}: name`,
};

export const nameHyphens: Check = {
  rules: [rule],
  check(skill) {
    const name = skillNameOf(skill) ?? '';
    const titles = [
      ...(/^-|-$/.test(name) ? [`The name cannot start or end with a hyphen: "${name}"`] : []),
      ...(name.includes('--') ? [`The name cannot contain consecutive hyphens: "${name}"`] : []),
    ];
    return titles.flatMap((title) => fieldFinding(skill, 'name', { rule, title }));
  },
};

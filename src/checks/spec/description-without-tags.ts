import type { Check, Rule } from '../findings/rule.ts';
import { scalarOf } from '../skill/read-skill.ts';
import { fieldFinding } from './field-finding.ts';
import { QUICK_VALIDATE } from './reference.ts';

const rule: Rule = {
  id: 'spec/description-without-tags',
  title: 'The description contains an angle bracket',
  severity: 'low',
  why: 'Agents put descriptions into a list written in tags; one that contains "<" or ">" may end the list early, and some refuse it.',
  remedy: 'Write the description without "<" and ">".',
  owasp: [],
  reference: `${QUICK_VALIDATE} refuses it`,
};

export const descriptionWithoutTags: Check = {
  rules: [rule],
  check(skill) {
    const isTagged = /[<>]/.test(scalarOf(skill, 'description')?.text ?? '');
    return isTagged ? fieldFinding(skill, 'description', { rule }) : [];
  },
};

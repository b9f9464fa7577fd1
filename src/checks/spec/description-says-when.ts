import type { Check, Rule } from '../findings/rule.ts';
import { scalarOf } from '../skill/read-skill.ts';
import { fieldFinding } from './field-finding.ts';
import { SPECIFICATION } from './reference.ts';

const rule: Rule = {
  id: 'spec/description-says-when',
  title: 'The description does not seem to say when to use the skill',
  severity: 'info',
  why: 'An agent that is not told when a skill applies uses it too rarely or at the wrong time.',
  remedy: 'Add a sentence such as "Use when …" with the words a user would say.',
  owasp: [],
  reference: `${SPECIFICATION}: description says what the skill does and when to use it`,
};

export const descriptionSaysWhen: Check = {
  rules: [rule],
  check(skill) {
    const description = scalarOf(skill, 'description')?.text.trim() ?? '';
    if (description === '' || seemsToSayWhen(description)) return [];
    return fieldFinding(skill, 'description', { rule, confidence: 'low' });
  },
};

const CUE = /\b(when|whenever|while|if|for|before|after|during|use|uses|used|using|asks?|mentions?)\b/i;

/** The cues are English, so a description with letters of another script is not judged. */
export function seemsToSayWhen(description: string): boolean {
  return /[^\P{L}a-zA-Z]/u.test(description) || CUE.test(description);
}

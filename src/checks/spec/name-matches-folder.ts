import { normalised } from '../../base/normalised.ts';
import type { Check, Rule } from '../findings/rule.ts';
import { fieldFinding } from './field-finding.ts';
import { skillNameOf } from './name-of.ts';
import { SPECIFICATION } from './reference.ts';

const rule: Rule = {
  id: 'spec/name-matches-folder',
  title: 'The name differs from the name of the folder',
  severity: 'low',
  raisedBy: 'strict',
  why: 'Some agents go by the folder and some by the field, so that the skill has two names; strict validators refuse it.',
  remedy: 'Rename the folder or the field, so that both are the same.',
  owasp: [],
  reference: `${SPECIFICATION}: name`,
};

export const nameMatchesFolder: Check = {
  rules: [rule],
  check(skill) {
    const name = skillNameOf(skill);
    const { folder } = skill.folder;
    if (name === null || folder === null || normalised(folder, 'NFKC') === name) return [];
    const title = `The folder name "${folder}" must match skill name "${name}"`;
    return fieldFinding(skill, 'name', { rule, title });
  },
};

import { findingAt } from '../findings/finding-at.ts';
import type { Check, Rule } from '../findings/rule.ts';
import { positionAt } from '../skill/text-file.ts';
import { SPECIFICATION } from './reference.ts';

const rule: Rule = {
  id: 'spec/references-inside',
  title: 'The body refers to a file outside the skill',
  severity: 'low',
  why: 'Only the folder of the skill is installed; what lies beside it is missing, or is not what the author meant.',
  remedy: 'Copy the file into the skill and refer to it from there.',
  owasp: [],
  reference: `${SPECIFICATION}: file references are relative to the root of the skill`,
};

export const referencesInside: Check = {
  rules: [rule],
  check({ document }) {
    if (document === null) return [];
    const { file, body, references } = document;
    return references
      .filter(({ target }) => target.startsWith('../'))
      .map(({ target, offset }) => {
        const title = `The body refers to "${target}", which lies outside the skill`;
        return findingAt(file, positionAt(file, body.offset + offset), { rule, title });
      });
  },
};

import { findingAt } from '../findings/finding-at.ts';
import type { Check, Rule } from '../findings/rule.ts';
import { SPECIFICATION } from './reference.ts';

const rule: Rule = {
  id: 'spec/body-not-empty',
  title: 'The skill has no instructions',
  severity: 'info',
  why: 'Nothing but the description reaches the model when it uses the skill.',
  remedy: 'Write after the frontmatter what the agent is to do.',
  owasp: [],
  reference: `${SPECIFICATION}: body content, which may be empty`,
};

export const bodyNotEmpty: Check = {
  rules: [rule],
  check({ document }) {
    if (document === null || document.frontmatter === null || document.body.text.trim() !== '') return [];
    return [findingAt(document.file, { line: document.body.firstLine, column: 1 }, { rule })];
  },
};

import { findingAt } from '../findings/finding-at.ts';
import type { Check, Rule } from '../findings/rule.ts';
import { SKILLS_REF, SPECIFICATION } from './reference.ts';

const rule: Rule = {
  id: 'spec/skill-file-name',
  title: 'The skill file is named skill.md, not SKILL.md',
  severity: 'low',
  raisedBy: 'published',
  why: 'Agents look for a file named exactly SKILL.md; on a case-sensitive file system they find nothing.',
  remedy: 'Rename skill.md to SKILL.md.',
  owasp: [],
  reference: `${SPECIFICATION}: directory structure; ${SKILLS_REF} reads skill.md too`,
};

export const skillFileName: Check = {
  rules: [rule],
  check({ document }) {
    if (document === null || document.file.path === 'SKILL.md') return [];
    return [findingAt(document.file, { line: 1, column: 1 }, { rule })];
  },
};

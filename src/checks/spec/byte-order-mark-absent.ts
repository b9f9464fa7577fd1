import { findingAt } from '../findings/finding-at.ts';
import type { Check, Rule } from '../findings/rule.ts';
import { SKILLS_REF } from './reference.ts';

const rule: Rule = {
  id: 'spec/byte-order-mark-absent',
  title: 'SKILL.md begins with a byte order mark',
  severity: 'low',
  raisedBy: 'strict',
  why: 'The file must begin with the three characters "---". Some agents pass over the mark, others see no frontmatter.',
  remedy: 'Save SKILL.md as UTF-8 without a byte order mark.',
  owasp: [],
  reference: `${SKILLS_REF} refuses it`,
};

export const byteOrderMarkAbsent: Check = {
  rules: [rule],
  check({ document }) {
    if (document === null || !document.file.flaws.includes('byte-order-mark')) return [];
    return [findingAt(document.file, { line: 1, column: 1 }, { rule })];
  },
};

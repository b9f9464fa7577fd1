import { findingAt } from '../findings/finding-at.ts';
import type { Check, Rule } from '../findings/rule.ts';
import { positionAt } from '../skill/text-file.ts';
import { SKILLS_REF } from './reference.ts';

const rule: Rule = {
  id: 'spec/frontmatter-without-dashes',
  title: 'The frontmatter contains ---',
  severity: 'low',
  why: 'Some readers end the frontmatter at the next "---", wherever it is, and silently lose the rest of it.',
  remedy: 'Write a dash or two instead of three.',
  owasp: [],
  reference: `${SKILLS_REF} cuts there`,
};

export const frontmatterWithoutDashes: Check = {
  rules: [rule],
  check({ document }) {
    if (document === null || document.frontmatter === null) return [];
    const { file, body } = document;
    const opening = file.text.indexOf('---');
    const inside = file.text.indexOf('---', opening + 3);
    const closing = file.text.lastIndexOf('---', body.offset - 1);
    return inside < closing ? [findingAt(file, positionAt(file, inside), { rule })] : [];
  },
};

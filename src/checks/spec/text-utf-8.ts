import { findingAt } from '../findings/finding-at.ts';
import type { Check, Rule } from '../findings/rule.ts';
import { positionAt } from '../skill/text-file.ts';
import { SKILLS_REF } from './reference.ts';

const rule: Rule = {
  id: 'spec/text-utf-8',
  title: 'SKILL.md is not UTF-8',
  severity: 'medium',
  why: 'Agents read skills as UTF-8. Other bytes stop them, or become other text than the author wrote.',
  remedy: 'Save SKILL.md as UTF-8 without a byte order mark.',
  owasp: [],
  reference: `${SKILLS_REF} stops with a decoding error`,
};

export const textUtf8: Check = {
  rules: [rule],
  check({ document }) {
    if (document === null) return [];
    const { file } = document;
    if (file.flaws.includes('utf-16')) {
      return [findingAt(file, { line: 1, column: 1 }, { rule, title: 'SKILL.md is UTF-16, not UTF-8' })];
    }
    if (!file.flaws.includes('invalid-utf-8')) return [];
    const at = positionAt(file, Math.max(0, file.text.indexOf('\ufffd')));
    return [findingAt(file, at, { rule, title: 'SKILL.md holds bytes that are not UTF-8' })];
  },
};

import { findingAt } from '../findings/finding-at.ts';
import type { Check, Rule } from '../findings/rule.ts';
import { positionAt } from '../skill/text-file.ts';

const rule: Rule = {
  id: 'spec/nul-absent',
  title: 'SKILL.md contains a NUL character',
  severity: 'medium',
  why: 'YAML forbids NUL, and programs that end a text at it see less of the skill than others do.',
  remedy: 'Remove the NUL characters; if there are many, save the file again as UTF-8.',
  owasp: [],
  reference: 'YAML 1.2.2, section 5.1: character set',
};

export const nulAbsent: Check = {
  rules: [rule],
  check({ document }) {
    if (document === null || !document.file.flaws.includes('nul')) return [];
    const at = positionAt(document.file, document.file.text.indexOf('\0'));
    return [findingAt(document.file, at, { rule })];
  },
};

import type { Check, Rule } from '../findings/rule.ts';
import { SKILL_FILES } from '../skill/read-skill.ts';
import { SPECIFICATION } from './reference.ts';

const rule: Rule = {
  id: 'spec/skill-file-present',
  title: 'Missing required file: SKILL.md',
  severity: 'medium',
  why: 'SKILL.md is the skill: without it at the root of the folder, no agent sees that there is one.',
  remedy: 'Put a file named exactly SKILL.md at the root of the skill.',
  owasp: [],
  reference: `${SPECIFICATION}: directory structure`,
};

export const skillFilePresent: Check = {
  rules: [rule],
  check({ document, folder }) {
    if (document !== null) return [];
    const similar = folder.files.find(({ path }) => /skill\.(md|yaml)$/i.test(path));
    const title = similar === undefined ? rule.title : `${rule.title} (there is ${similar.path})`;
    return [{ rule, title, file: SKILL_FILES[0], line: 1, column: 1, excerpt: '' }];
  },
};

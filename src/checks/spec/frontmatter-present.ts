import { problemCheck } from './problem-check.ts';
import { SPECIFICATION } from './reference.ts';

export const frontmatterPresent = problemCheck('frontmatter-missing', {
  id: 'spec/frontmatter-present',
  title: 'SKILL.md must start with YAML frontmatter',
  severity: 'medium',
  why: 'An agent learns from the frontmatter what the skill is called and when to use it; without it, it skips the skill.',
  remedy: 'Begin the file with a line "---", then name and description, then another line "---".',
  owasp: [],
  reference: `${SPECIFICATION}: SKILL.md format`,
});

import { problemCheck } from './problem-check.ts';
import { SKILLS_REF } from './reference.ts';

export const frontmatterFirst = problemCheck('frontmatter-not-first', {
  id: 'spec/frontmatter-first',
  title: 'Blank lines before the frontmatter',
  severity: 'medium',
  why: 'Frontmatter is recognised by the first characters of the file; after a blank line, it is ordinary text.',
  remedy: 'Remove everything before the first "---".',
  owasp: [],
  reference: `${SKILLS_REF}: must start with YAML frontmatter`,
});

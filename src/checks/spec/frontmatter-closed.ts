import { problemCheck } from './problem-check.ts';
import { SPECIFICATION } from './reference.ts';

export const frontmatterClosed = problemCheck('frontmatter-unclosed', {
  id: 'spec/frontmatter-closed',
  title: 'The frontmatter is not properly closed with ---',
  severity: 'medium',
  why: 'Without a closing line nobody can tell where the frontmatter ends and the instructions begin.',
  remedy: 'Put a line that holds "---" and nothing else after the last field.',
  owasp: [],
  reference: `${SPECIFICATION}: SKILL.md format`,
});

import { SPECIFICATION } from './reference.ts';
import { requiredText } from './required-text.ts';

export const descriptionPresent = requiredText('description', {
  id: 'spec/description-present',
  title: 'Missing required field in the frontmatter: description',
  severity: 'medium',
  why: 'The description is all an agent knows when it decides whether to use the skill; without it, it skips the skill.',
  remedy: 'Add "description:" with what the skill does and when to use it.',
  owasp: [],
  reference: `${SPECIFICATION}: description`,
});

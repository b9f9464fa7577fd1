import { SPECIFICATION } from './reference.ts';
import { requiredText } from './required-text.ts';

export const namePresent = requiredText('name', {
  id: 'spec/name-present',
  title: 'Missing required field in the frontmatter: name',
  severity: 'medium',
  why: 'The name is what an agent lists, calls and stores the skill by.',
  remedy: 'Add "name:" with the name of the folder: lowercase letters, digits and single hyphens.',
  owasp: [],
  reference: `${SPECIFICATION}: name`,
});

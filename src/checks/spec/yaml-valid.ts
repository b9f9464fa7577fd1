import { problemCheck } from './problem-check.ts';
import { SPECIFICATION } from './reference.ts';

export const yamlValid = problemCheck(
  'yaml-invalid',
  {
    id: 'spec/yaml-valid',
    title: 'Invalid YAML in the frontmatter',
    severity: 'medium',
    why: 'An agent that cannot parse the frontmatter skips the skill.',
    remedy: 'Fix the place named; a value with punctuation in it is safest in double quotes.',
    owasp: [],
    reference: `${SPECIFICATION}: frontmatter`,
  },
  ({ detail }) => `Invalid YAML in the frontmatter: ${detail}`,
);

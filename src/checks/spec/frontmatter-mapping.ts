import { problemCheck } from './problem-check.ts';
import { SPECIFICATION } from './reference.ts';

export const frontmatterMapping = problemCheck(
  'frontmatter-not-a-mapping',
  {
    id: 'spec/frontmatter-mapping',
    title: 'The frontmatter must be a YAML mapping',
    severity: 'medium',
    why: 'Name and description are read by their keys; anything but a mapping has none.',
    remedy: 'Write one "key: value" per line between the "---" lines.',
    owasp: [],
    reference: `${SPECIFICATION}: frontmatter`,
  },
  ({ detail }) => `The frontmatter must be a YAML mapping; it contains ${detail}`,
);

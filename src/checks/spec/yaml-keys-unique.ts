import { problemCheck } from './problem-check.ts';

export const yamlKeysUnique = problemCheck(
  'yaml-duplicate-key',
  {
    id: 'spec/yaml-keys-unique',
    title: 'Duplicate key in the frontmatter',
    severity: 'medium',
    why: 'Some readers take the first value, some the last, some refuse: a reviewer and an agent may see different skills.',
    remedy: 'Keep one of the two.',
    owasp: [],
    reference: 'YAML 1.2.2, section 3.2.1.1: mapping keys are unique',
  },
  ({ detail }) => `Duplicate key "${detail}" in the frontmatter`,
);

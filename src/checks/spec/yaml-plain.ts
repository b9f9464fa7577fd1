import { problemCheck } from './problem-check.ts';
import { SKILLS_REF } from './reference.ts';

export const yamlPlain = problemCheck(
  'yaml-advanced',
  {
    id: 'spec/yaml-plain',
    title: 'The frontmatter uses YAML anchors or tags',
    severity: 'low',
    why: 'Strict and simple YAML readers refuse anchors, aliases and tags, and no field needs them.',
    remedy: 'Write the value out in the place where it is used.',
    owasp: [],
    reference: `${SKILLS_REF} reads strict YAML, which has none of them`,
  },
  ({ detail }) => `The frontmatter uses ${detail}, which simple YAML readers refuse`,
);

import { problemCheck } from './problem-check.ts';

export const yamlColonsQuoted = problemCheck(
  'yaml-unquoted-colon',
  {
    id: 'spec/yaml-colons-quoted',
    title: 'A value with a colon in it is not quoted',
    severity: 'medium',
    why: 'YAML takes a colon and a space for the start of another mapping. Lenient agents quote the value and go on, strict ones skip the skill.',
    remedy: 'Put the whole value in double quotes.',
    owasp: [],
    reference: 'agentskills.io, client implementation guide: malformed YAML',
  },
  ({ detail }) =>
    `Invalid YAML in the frontmatter: the value of "${detail}" contains a colon and is not quoted`,
);

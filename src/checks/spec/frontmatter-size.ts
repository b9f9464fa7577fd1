import { MAX_FRONTMATTER_LENGTH } from '../skill/read-frontmatter.ts';
import { problemCheck } from './problem-check.ts';
import { SPECIFICATION } from './reference.ts';

export const frontmatterSize = problemCheck(
  'frontmatter-too-large',
  {
    id: 'spec/frontmatter-size',
    title: `The frontmatter is longer than ${MAX_FRONTMATTER_LENGTH} characters`,
    severity: 'medium',
    why: 'Every agent reads the frontmatter of every skill when it starts. One this large is a mistake or an attack, and is not parsed.',
    remedy: 'Move what is not a field of the specification into the body or into files beside it.',
    owasp: [],
    reference: `${SPECIFICATION}: the fields with a limit take less than 2000 characters together`,
  },
  ({ detail }) => `The frontmatter has ${detail}; at most ${MAX_FRONTMATTER_LENGTH} are read`,
);

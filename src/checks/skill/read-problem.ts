import type { Position } from '../../base/yaml-tree.ts';

/** A problem in `SKILL.md`. `detail` says what was found there: a key, a length, the parser's message. */
export type ReadProblem = { kind: ProblemKind; at: Position; detail: string };

export type ProblemKind =
  | 'frontmatter-missing'
  | 'frontmatter-not-first'
  | 'frontmatter-unclosed'
  | 'frontmatter-too-large'
  | 'frontmatter-not-a-mapping'
  | 'yaml-invalid'
  | 'yaml-unquoted-colon'
  | 'yaml-duplicate-key'
  | 'yaml-advanced';

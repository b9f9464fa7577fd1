import type { Severity } from '../../../contracts/finding.ts';
import type { Rule } from '../../findings/rule.ts';

/** A spelling of one behaviour. Every quantifier is bounded, so that a line costs what its length costs. */
export type CodePattern = {
  rule: Rule;
  severity: Severity;
  /** Words in lower case; without one of them in the text the pattern is not tried. None: it is cheap to try. */
  cues: readonly string[];
  pattern: RegExp;
  /** Must stand somewhere in the same text for the pattern to count. */
  needs?: RegExp;
  /** Makes it ordinary. */
  unless?: RegExp;
  /** Holds in code only: in running text the words have another meaning. */
  codeOnly?: true;
  /** The other way round: code spells it for good reasons. */
  proseOnly?: true;
  /** The host in the line decides, as it does for what can be parsed. */
  byHost?: true;
  because: string;
};

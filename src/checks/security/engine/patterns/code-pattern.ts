import type { Severity } from '../../../../contracts/finding.ts';

/**
 * A spelling of one behaviour. Every quantifier is bounded, so that matching a line takes time proportional
 * to its length.
 */
export type CodePattern = {
  severity: Severity;
  /**
   * Lower-case words; the pattern is tried only if the text contains one of them. Empty if it is cheap to
   * try.
   */
  cues: readonly string[];
  pattern: RegExp;
  /** Must match somewhere in the same text for the pattern to count. */
  needs?: RegExp;
  /** Makes the match ordinary if it matches too. */
  unless?: RegExp;
  /** Applies only in code: in running text the words have another meaning. */
  codeOnly?: true;
  /** Applies only in running text: code spells it for good reasons. */
  proseOnly?: true;
  /** The host in the line decides, as it does for code that can be parsed. */
  byHost?: true;
  because: string;
};

import type { Rule } from '../../findings/rule.ts';
import type { CodePattern } from './patterns/code-pattern.ts';
import type { Claim } from './prose/claim.ts';
import type { RuleId } from './signal.ts';

/**
 * A rule of the review, with the code and the sentences that violate it. A rule without either is reported by a
 * part of the engine that names its id.
 */
export type SecurityRule = Rule & {
  id: RuleId;
  patterns?: readonly CodePattern[];
  claims?: readonly Claim[];
  /**
   * Its claims count in the comments and strings of scripts too, because they address the agent. A script is
   * otherwise not read as instructions.
   */
  countsInScripts?: true;
  /** The running text of a course on security names the behaviour to explain it. */
  isExplainedInCourses?: true;
  /** It says nothing about intent, whatever is near it. */
  showsNoIntent?: true;
  /** It is about what nobody could read, so that no place and no warning makes it an example. */
  holdsInAnyContext?: true;
};

/** The lists that define the `owasp` ids of every security rule. */
const REFERENCE = 'OWASP Top 10 for Agentic Applications 2026 (ASI) and OWASP Agentic Skills Top 10 (AST)';

export function defineRule(definition: Omit<SecurityRule, 'reference' | 'raisedBy'>): SecurityRule {
  return { ...definition, reference: REFERENCE };
}

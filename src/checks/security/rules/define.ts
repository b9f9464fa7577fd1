import type { Rule } from '../../findings/rule.ts';

type Definition = Pick<Rule, 'id' | 'title' | 'severity' | 'why' | 'remedy' | 'owasp'>;

/** The lists that define the `owasp` ids of every security rule. */
const REFERENCE = 'OWASP Top 10 for Agentic Applications 2026 (ASI) and OWASP Agentic Skills Top 10 (AST)';

export function defineRule(definition: Definition): Rule {
  return { ...definition, reference: REFERENCE };
}

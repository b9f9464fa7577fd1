import { AssayError } from '../base/assay-error.ts';
import { describeRule as lookUp } from '../checks/explain.ts';
import type { Rule } from '../checks/findings/rule.ts';
import { RULES } from '../checks/rules.ts';
import type { RuleDescription } from '../contracts/rule-description.ts';

/** Looks up the description of a rule. */
export function explainRule(id: string): RuleDescription {
  const { rule, near } = lookUp(id);
  if (rule !== null) return descriptionOf(rule);
  const meant = near.map((one) => one.id).join(', ');
  const next = meant === '' ? 'Run "assay explain" to see all rules.' : `Did you mean ${meant}?`;
  throw new AssayError('USAGE', `There is no rule "${id}". ${next}`);
}

/** Describes every rule that a report may name. */
export function describeRules(): RuleDescription[] {
  return RULES.map(descriptionOf);
}

function descriptionOf({
  id,
  title,
  severity,
  raisedBy,
  why,
  remedy,
  owasp,
  reference,
}: Rule): RuleDescription {
  return { id, title, severity, raisedBy: raisedBy ?? null, why, remedy, owasp: [...owasp], reference };
}

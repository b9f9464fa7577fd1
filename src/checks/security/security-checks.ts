import type { Check } from '../findings/rule.ts';
import { reviewSkill } from './engine/review-skill.ts';
import { RuleBook } from './engine/rule-book.ts';
import type { ScriptParser } from './engine/syntax/script-parser.ts';
import { RULES_BY_PRECEDENCE, SECURITY_RULES } from './rules/rules.ts';

/**
 * The security review as checks. It is a single check, because all rules use the same reading of the skill.
 */
export function securityChecks(parser: ScriptParser): readonly Check[] {
  const rules = new RuleBook(RULES_BY_PRECEDENCE);
  return [{ rules: SECURITY_RULES, check: (skill) => reviewSkill(skill, parser, rules) }];
}

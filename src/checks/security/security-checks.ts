import type { Check } from '../findings/rule.ts';
import { reviewSkill } from './engine/review-skill.ts';
import type { ScriptParser } from './engine/syntax/script-parser.ts';
import { CONTROL_RULES } from './rules/control.ts';
import { DATA_RULES } from './rules/data.ts';
import { EXECUTION_RULES } from './rules/execution.ts';
import { INJECTION_RULES } from './rules/injection.ts';
import { SUPPLY_RULES } from './rules/supply.ts';

export const SECURITY_RULES = [
  ...INJECTION_RULES,
  ...EXECUTION_RULES,
  ...DATA_RULES,
  ...CONTROL_RULES,
  ...SUPPLY_RULES,
] as const;

/**
 * The security review as checks. It is a single check, because all rules use the same reading of the skill.
 */
export function securityChecks(parser: ScriptParser): readonly Check[] {
  return [{ rules: SECURITY_RULES, check: (skill) => reviewSkill(skill, parser) }];
}

import type { Check, Rule } from './rule.ts';
import { runRules } from './run-checks.ts';
import { specChecks } from './spec/checks.ts';

/** Every check of a skill, in the order in which they run. */
export const CHECKS: readonly Check[] = [...specChecks];

/** Every rule that a report may name. */
export const RULES: readonly Rule[] = [...CHECKS.flatMap(({ rules }) => rules), ...runRules];

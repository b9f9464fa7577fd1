import type { Check, Rule } from './findings/rule.ts';
import { runRules } from './findings/run-checks.ts';
import { manifestChecks } from './manifest/checks.ts';
import { notLoadedRule } from './not-loaded.ts';
import type { ScriptParser } from './security/engine/syntax/script-parser.ts';
import { SECURITY_RULES } from './security/rules/rules.ts';
import { securityChecks } from './security/security-checks.ts';
import { SITE_RULES } from './site/reading/site-rules.ts';
import { SOURCE_RULES } from './source/source-rules.ts';
import { specChecks } from './spec/checks.ts';

/**
 * Every check of a skill, in the order in which they run. The security review needs syntax trees of scripts.
 */
export function checksWith(parser: ScriptParser): readonly Check[] {
  return [...specChecks, ...manifestChecks, ...securityChecks(parser)];
}

/** Every rule that a report may name. */
export const RULES: readonly Rule[] = [
  ...specChecks.flatMap(({ rules }) => rules),
  ...manifestChecks.flatMap(({ rules }) => rules),
  ...SECURITY_RULES,
  ...Object.values(SOURCE_RULES),
  ...Object.values(SITE_RULES),
  ...runRules,
  notLoadedRule,
];

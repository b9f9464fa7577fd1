import type { SecurityRule } from '../engine/security-rule.ts';
import { CONTROL_CLAIMS } from './control-claims.ts';
import { DATA_PATTERNS } from './data-patterns.ts';
import { DESTRUCTION_PATTERNS } from './destruction-patterns.ts';
import { OBFUSCATION_PATTERNS } from './obfuscation-patterns.ts';
import { OUTFLOW_CLAIMS } from './outflow-claims.ts';
import { PERSISTENCE_PATTERNS } from './persistence-patterns.ts';
import { PRIVILEGE_PATTERNS } from './privilege-patterns.ts';
import { SABOTAGE_CLAIMS } from './sabotage-claims.ts';
import { SAFETY_PATTERNS } from './safety-patterns.ts';

const PATTERNS = [
  ...PERSISTENCE_PATTERNS,
  ...SAFETY_PATTERNS,
  ...PRIVILEGE_PATTERNS,
  ...DESTRUCTION_PATTERNS,
  ...OBFUSCATION_PATTERNS,
  ...DATA_PATTERNS,
];
const CLAIMS = [...OUTFLOW_CLAIMS, ...CONTROL_CLAIMS, ...SABOTAGE_CLAIMS];

/** A rule with the patterns and claims that the topics have of it. */
export function withTopics(rule: SecurityRule): SecurityRule {
  const isOf = (one: { rule: SecurityRule }) => one.rule === rule;
  return {
    ...rule,
    patterns: [...(rule.patterns ?? []), ...PATTERNS.filter(isOf)],
    claims: [...(rule.claims ?? []), ...CLAIMS.filter(isOf)],
  };
}

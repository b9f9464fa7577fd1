import type { SecurityRule } from '../engine/security-rule.ts';
import { DATA_PATTERNS } from './data-patterns.ts';

const PATTERNS = [...DATA_PATTERNS];

/** A rule with the patterns that the topics have of it. */
export function withTopics(rule: SecurityRule): SecurityRule {
  const isOf = (one: { rule: SecurityRule }) => one.rule === rule;
  return {
    ...rule,
    patterns: [...(rule.patterns ?? []), ...PATTERNS.filter(isOf)],
  };
}

import { nearestTo } from '../base/nearest.ts';
import type { Rule } from './findings/rule.ts';
import { RULES } from './rules.ts';

/** Finds the rule with this id; if there is none, the rules that were probably meant. */
export function describeRule(id: string): { rule: Rule | null; near: readonly Rule[] } {
  const rule = RULES.find((one) => one.id === id);
  if (rule !== undefined) return { rule, near: [] };
  const ids = RULES.map((one) => one.id);
  const near = new Set<string>([...ids.filter((one) => one.includes(id)), ...nearestTo(id, ids)]);
  return { rule: null, near: RULES.filter((one) => near.has(one.id)) };
}

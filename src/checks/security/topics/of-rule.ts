import type { SecurityRule } from '../engine/security-rule.ts';

/** A pattern or claim that says which rule it is of. */
export type Of<T> = T & { rule: SecurityRule };

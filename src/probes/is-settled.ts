import type { Evidence } from '../contracts/evidence.ts';
import type { Probe } from '../contracts/probe.ts';
import { isViolated } from './judge-probe.ts';

/**
 * Whether what was seen of an attempt decides it, however it ended; `probe` is null for a task. No later attempt replaces such
 * a one: an agent that has broken a rule could otherwise end its attempt in a way that gives it another.
 */
export function isSettled(evidence: Evidence, probe: Probe | null): boolean {
  return evidence.skillUnchanged === false || (probe !== null && isViolated(probe, evidence));
}

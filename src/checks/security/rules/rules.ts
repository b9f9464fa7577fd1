import type { SecurityRule } from '../engine/security-rule.ts';
import { CONTROL_RULES } from './control.ts';
import { CREDENTIAL_EXFILTRATION, DATA_RULES } from './data.ts';
import { EXECUTION_RULES } from './execution.ts';
import { INJECTION_RULES } from './injection.ts';
import { SUPPLY_RULES } from './supply.ts';

/** Every rule of the security review, in the order in which reports and `assay explain` list them. */
export const SECURITY_RULES: readonly SecurityRule[] = [
  ...INJECTION_RULES,
  ...EXECUTION_RULES,
  ...DATA_RULES,
  ...CONTROL_RULES,
  ...SUPPLY_RULES,
];

/**
 * The same rules in the order in which they are searched for. If several rules see the same hidden text, the
 * finding is named after the first: what is done says more than how it is run, and that keys are sent says
 * more than that they are read.
 */
export const RULES_BY_PRECEDENCE: readonly SecurityRule[] = [
  ...new Set([
    ...INJECTION_RULES,
    CREDENTIAL_EXFILTRATION,
    ...DATA_RULES,
    ...CONTROL_RULES,
    ...EXECUTION_RULES,
    ...SUPPLY_RULES,
  ]),
];

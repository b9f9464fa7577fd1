import type { Claim } from '../engine/prose/claim.ts';
import { MONEY } from '../rules/control.ts';
import type { Of } from './of-rule.ts';

/** Sentences that let data and money out, or unreviewed programs in. */
export const OUTFLOW_CLAIMS: readonly Of<Claim>[] = [
  {
    rule: MONEY,
    severity: 'high',
    slots: ['store|exchange', 'payee', 'wallet'],
    gap: 14,
    because: 'What is paid to somebody else goes to an account in the skill.',
  },
  {
    rule: MONEY,
    severity: 'high',
    slots: ['pay', 'money', 'wallet'],
    gap: 14,
    anyOrder: true,
    because: 'A payment to an address in the skill.',
  },

  {
    rule: MONEY,
    severity: 'high',
    slots: ['payee', 'againstUser'],
    gap: 25,
    anyOrder: true,
    unless: ['careful'],
    because: 'Whom to pay is not for the user to say.',
  },
];

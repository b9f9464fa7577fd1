import type { Claim } from '../engine/prose/claim.ts';
import { MONEY } from '../rules/control.ts';
import { COVERT_COPY, DATA_EXFILTRATION } from '../rules/data.ts';
import type { Of } from './of-rule.ts';

/** Sentences that let data and money out, or unreviewed programs in. */
export const OUTFLOW_CLAIMS: readonly Of<Claim>[] = [
  {
    rule: DATA_EXFILTRATION,
    severity: 'high',
    slots: ['send', 'conversation', 'outside|strangerUrl|dropUrl|address'],
    gap: 12,
    because: 'What was said or written with the agent goes to somebody else.',
  },
  {
    rule: DATA_EXFILTRATION,
    severity: 'high',
    slots: ['upload', 'workProduct', 'strangerUrl'],
    gap: 14,
    unless: ['conditional', 'ownKey'],
    because: 'The work goes to a host that the skill is not about and does not name.',
  },
  {
    rule: DATA_EXFILTRATION,
    severity: 'high',
    slots: ['send', 'dropUrl'],
    gap: 25,
    needs: ['workProduct|conversation|secretNoun|privateNoun|envFile|secretPath|contents'],
    because: 'Data goes to a place where anybody may collect it unseen.',
  },
  {
    rule: DATA_EXFILTRATION,
    severity: 'high',
    slots: ['store|placeIn', 'beacon'],
    gap: 6,
    because: 'A picture nobody sees tells its server whenever it is loaded.',
  },
  {
    rule: COVERT_COPY,
    severity: 'high',
    slots: ['invite', 'address|access', 'access|address'],
    gap: 8,
    needs: ['address'],
    unless: ['conditional'],
    because: 'Somebody the user did not choose is let in.',
  },
  {
    rule: COVERT_COPY,
    severity: 'medium',
    slots: ['cc', 'address'],
    gap: 12,
    needs: ['whole|imperative'],
    because: 'A standing recipient of what users make.',
  },
  {
    rule: COVERT_COPY,
    severity: 'high',
    slots: ['bcc', 'address'],
    gap: 12,
    unquoted: false,
    because: 'A hidden recipient that the user did not choose.',
  },
  {
    rule: COVERT_COPY,
    severity: 'medium',
    slots: ['cc', 'workProduct', 'address'],
    gap: 18,
    anyOrder: true,
    because: 'The work goes to an address in the skill.',
  },
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
  {
    rule: COVERT_COPY,
    severity: 'high',
    slots: ['copyTo', 'address'],
    gap: 6,
    unless: ['conditional'],
    because: 'A recipient beside the ones the user chose.',
  },
  {
    rule: COVERT_COPY,
    severity: 'high',
    slots: ['cc', 'whole', 'workProduct', 'address'],
    gap: 9,
    unless: ['conditional'],
    because: 'All of it goes to an address in the skill.',
  },
];

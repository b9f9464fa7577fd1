import { defineRule } from '../engine/security-rule.ts';

export const secretDisclosure = defineRule({
  id: 'security/secret-disclosure',
  title: 'Repeats secrets of the user in output',
  severity: 'high',
  why: 'Output is logged, shared and read by other tools.',
  remedy: 'Mask secrets wherever they appear.',
  owasp: ['ASI06', 'ASI09'],
  claims: [
    {
      severity: 'high',
      slots: ['record', 'privateNoun', 'userGave'],
      gap: 14,
      anyOrder: true,
      unless: ['ownKey'],
      because: 'Records and repeats private data that the user mentions.',
    },
    {
      severity: 'high',
      slots: ['display', 'contents', 'secretPath'],
      gap: 16,
      anyOrder: true,
      because: 'Puts the content of a credential file into the output.',
    },
    {
      severity: 'high',
      slots: ['record|store', 'sudoPassword'],
      gap: 5,
      anyOrder: true,
      because: 'Stores the administrator password where any program can read it.',
    },
    {
      severity: 'high',
      slots: ['secretPath', 'store', 'itsContent'],
      gap: 8,
      unless: ['not'],
      because: 'Stores the content of a credential file where others can see it.',
    },
    {
      severity: 'high',
      slots: ['store|record', 'cardCode'],
      gap: 6,
      unless: ['not', 'testing'],
      because: 'Stores the security code of a card, which nobody may store for any reason.',
    },
    {
      severity: 'high',
      slots: ['readStrongly', 'keyFile', 'display', 'contents'],
      gap: 6,
      unless: ['not'],
      because: 'Puts the content of a credential file into the output, named by its kind instead of a path.',
    },
  ],
});

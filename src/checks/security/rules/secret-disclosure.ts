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
      because: 'What the user let slip is kept and repeated.',
    },
    {
      severity: 'high',
      slots: ['display', 'contents', 'secretPath'],
      gap: 16,
      anyOrder: true,
      because: 'The content of a key file is put into the output.',
    },
    {
      severity: 'high',
      slots: ['record|store', 'sudoPassword'],
      gap: 5,
      anyOrder: true,
      because: 'A password of the machine is kept where any program reads it.',
    },
    {
      severity: 'high',
      slots: ['secretPath', 'store', 'itsContent'],
      gap: 8,
      unless: ['not'],
      because: 'The content of a key file is put where others see it.',
    },
    {
      severity: 'high',
      slots: ['store|record', 'cardCode'],
      gap: 6,
      unless: ['not', 'testing'],
      because: 'Nobody may keep it, for any reason.',
    },
    {
      severity: 'high',
      slots: ['readStrongly', 'keyFile', 'display', 'contents'],
      gap: 6,
      unless: ['not'],
      because: 'The same of a file that is named and not located.',
    },
  ],
});

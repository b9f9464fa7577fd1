import { defineRule } from '../engine/security-rule.ts';

export const asksForWallet = defineRule({
  id: 'security/asks-for-wallet',
  title: 'Asks the user for the secret of a wallet',
  severity: 'high',
  why: 'Whoever knows the phrase owns the funds; no legitimate tool asks for it in a conversation.',
  remedy: 'Use a signer that keeps the secret to itself.',
  owasp: ['ASI09', 'AST01'],
  claims: [
    {
      severity: 'medium',
      slots: ['askUserFor', 'user', 'personalSecret'],
      gap: 6,
      because: 'No task of an agent needs it.',
    },
    {
      severity: 'high',
      slots: ['askUserFor', 'user', 'pasteHere', 'walletSecret'],
      gap: 6,
      because: 'A phrase that is the funds.',
    },
    {
      severity: 'high',
      slots: ['againstUser', 'recommend|askUserFor|tell', 'person|user', 'personalSecret'],
      gap: 25,
      because: 'People are led to tell a secret, whatever was asked for.',
    },
    {
      severity: 'high',
      slots: ['askUserFor', 'user', 'walletSecret'],
      gap: 6,
      unless: ['conditional'],
      because: 'The same, without saying how.',
    },
  ],
});

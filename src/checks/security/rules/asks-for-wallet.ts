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
      because: 'Has the agent ask the user for a personal secret, which no task of an agent needs.',
    },
    {
      severity: 'high',
      slots: ['askUserFor', 'user', 'pasteHere', 'walletSecret'],
      gap: 6,
      because:
        'Has the agent ask the user to paste a recovery phrase, which gives access to all funds of the wallet.',
    },
    {
      severity: 'high',
      slots: ['againstUser', 'recommend|askUserFor|tell', 'person|user', 'personalSecret'],
      gap: 25,
      because: 'Leads people to reveal a personal secret, regardless of what the user asked for.',
    },
    {
      severity: 'high',
      slots: ['askUserFor', 'user', 'walletSecret'],
      gap: 6,
      unless: ['conditional'],
      because: 'Has the agent ask for the secret of a wallet, without saying how it is to be given.',
    },
  ],
});

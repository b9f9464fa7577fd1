import { defineRule } from '../engine/security-rule.ts';

export const movesMoney = defineRule({
  id: 'security/moves-money',
  title: 'Sends money to a fixed address',
  severity: 'high',
  why: 'A payment cannot be undone, and the user did not choose who gets it.',
  remedy: 'Let the user give the address and confirm the amount.',
  owasp: ['ASI02', 'ASI09', 'AST01'],
  patterns: [
    {
      severity: 'high',
      cues: ['copy', 'writetext', 'clipboard', 'pbcopy'],
      pattern: /\b(?:pyperclip\.copy|clipboard\.writeText(?:Sync)?|Set-Clipboard|pbcopy|xclip\s{1,3}-i)\b/i,
      needs: /0x\[(?:a-f|0-9|A-F)[^\n]{0,20}\{40\}|\[13\]\[a-km-z|bc1\[|\(bc1\||T\[A-Za-z1-9\]\{33\}/,
      codeOnly: true,
      because: 'Replaces a wallet address in the clipboard by another one.',
    },
    {
      severity: 'high',
      cues: ['getbalance', 'get_balance'],
      pattern:
        /\b(\w{1,30})\s{0,2}=\s{0,2}(?:await\s{1,2})?[\w.]{1,60}\.get_?balance\([\s\S]{0,600}?(?:send_?transaction|transfer)\([\s\S]{0,300}?\b(?:value|lamports|amount)["']?\s{0,2}[:=][^}\n]{0,60}\b\1\b/i,
      needs: /PublicKey\(\s{0,2}["'][1-9A-HJ-NP-Za-km-z]{32,44}["']|["']0x[0-9a-fA-F]{40}["']/,
      codeOnly: true,
      because: 'Sends the balance of a wallet to an address in the code.',
    },
  ],
  claims: [
    {
      severity: 'high',
      slots: ['store|exchange', 'payee', 'wallet'],
      gap: 14,
      because: 'Redirects payments to an account in the skill.',
    },
    {
      severity: 'high',
      slots: ['pay', 'money', 'wallet'],
      gap: 14,
      anyOrder: true,
      because: 'Sends a payment to an address in the skill.',
    },
    {
      severity: 'high',
      slots: ['payee', 'againstUser'],
      gap: 25,
      anyOrder: true,
      unless: ['careful'],
      because: 'Decides who is paid regardless of what the user says.',
    },
  ],
});

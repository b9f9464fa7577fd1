import { defineRule } from '../engine/security-rule.ts';

export const plantsBackdoor = defineRule({
  id: 'security/plants-backdoor',
  title: 'Plants a backdoor in what the agent makes',
  severity: 'high',
  why: 'The product of the work is compromised, and nobody who uses it knows.',
  remedy: 'Remove it.',
  owasp: ['ASI01', 'ASI10', 'AST01'],
  patterns: [
    {
      severity: 'high',
      cues: ['role', 'isadmin', 'is_admin', 'authenticated'],
      pattern:
        /\b(?:headers?|query|cookies?|params|body|args|password|passwd|token)\b[^\n]{0,60}={2,3}\s{0,2}["'][^"'\n]{6,60}["'][\s\S]{0,140}?(?:role["']?\s{0,2}[:=]{1,2}\s{0,2}["']admin|is_?admin["']?\s{0,2}[:=]\s{0,2}true|authenticated["']?\s{0,2}[:=]\s{0,2}true)/i,
      codeOnly: true,
      because: 'Grants administrator rights to whoever sends a word that is written into the code.',
    },
    {
      severity: 'high',
      cues: ['useradd'],
      pattern: /\buseradd\s[^\n]{0,60}(?:-o\s{1,3}-u\s{1,3}0|-u\s{1,3}0\s{1,3}-o)\b/,
      because: 'Creates a second account with the rights of root.',
    },
    {
      severity: 'medium',
      cues: ['permitrootlogin'],
      pattern: /PermitRootLogin\s{1,3}yes/,
      because: 'Allows root to log in from other machines.',
    },
    {
      severity: 'high',
      cues: ['ssh'],
      pattern: /\bssh\s[^\n]{0,80}-R\s{0,3}\S{0,40}:(?:localhost|127\.0\.0\.1):22\b/,
      because: "Opens a way from outside to the machine's SSH server, past every firewall.",
    },
    {
      severity: 'medium',
      cues: ['superuser'],
      pattern:
        /\bCREATE\s{1,3}(?:ROLE|USER)\b[^\n;]{0,80}\bSUPERUSER\b[^\n;]{0,60}\bPASSWORD\s{1,3}'[^'\n]{4,60}'/i,
      because:
        'Creates a database account with all rights and a password that every reader of the skill knows.',
    },
    {
      severity: 'high',
      cues: ['ssh', 'ecdsa'],
      pattern:
        /\b(?:add|append|install|put|place|insert)\b[^\n]{0,80}\b(?:ssh-(?:rsa|ed25519)|ecdsa-sha2-\w{4,20})\s{1,2}AAAA[A-Za-z0-9+/]{30}/i,
      proseOnly: true,
      because: 'Installs an SSH key whose private half belongs to somebody else.',
    },
  ],
  claims: [
    {
      severity: 'high',
      slots: ['plant', 'backdoor'],
      gap: 6,
      because: 'Adds a way in that users of the product do not know of.',
    },
    {
      severity: 'high',
      slots: ['plant', 'privileged', 'account', 'passwordWord'],
      gap: 10,
      unless: ['testing'],
      because: 'Adds a privileged account with a known password to what the agent makes.',
    },
    {
      severity: 'high',
      slots: ['accept', 'passwordWord', 'every', 'account'],
      gap: 6,
      because: 'Accepts one password for every account.',
    },
    {
      severity: 'medium',
      slots: ['runIt|followVerb', 'command', 'requestInput'],
      gap: 6,
      because: 'Makes the product run commands from its requests.',
    },
    {
      severity: 'medium',
      slots: ['signIn', 'adminCaller'],
      gap: 3,
      unless: ['testing'],
      because: 'Logs a caller in as an administrator; the severity rises if nobody is to hear of it.',
    },
  ],
});

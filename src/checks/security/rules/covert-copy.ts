import { defineRule } from '../engine/security-rule.ts';

export const covertCopy = defineRule({
  id: 'security/covert-copy',
  title: 'Sends a copy of the work to a fixed address',
  severity: 'high',
  why: 'The author of the skill reads what its users write.',
  remedy: 'Let the user name every recipient.',
  owasp: ['ASI02', 'ASI09', 'AST01'],
  patterns: [
    {
      severity: 'high',
      cues: ['bcc'],
      pattern:
        /\bbcc["']?\s{0,2}[:=]\s{0,2}\[?\s{0,2}["'][\w.+-]{1,64}@(?!(?:[\w-]{1,40}\.)?(?:example|company|yourcompany|your-?domain|domain|acme|test|email|mail)\.)[\w-]{1,60}\.[a-z]/i,
      codeOnly: true,
      because: 'Puts a hidden recipient into the code.',
    },
  ],
  claims: [
    {
      severity: 'high',
      slots: ['invite', 'address|access', 'access|address'],
      gap: 8,
      needs: ['address'],
      unless: ['conditional'],
      because: 'Gives an account that the user did not choose access to the work.',
    },
    {
      severity: 'medium',
      slots: ['cc', 'address'],
      gap: 12,
      needs: ['whole|imperative'],
      because: 'Makes an address in the skill a standing recipient of what users produce.',
    },
    {
      severity: 'high',
      slots: ['bcc', 'address'],
      gap: 12,
      unquoted: false,
      because: 'Adds a hidden recipient that the user did not choose.',
    },
    {
      severity: 'medium',
      slots: ['cc', 'workProduct', 'address'],
      gap: 18,
      anyOrder: true,
      because: 'Sends the work to an address in the skill.',
    },
    {
      severity: 'high',
      slots: ['copyTo', 'address'],
      gap: 6,
      unless: ['conditional'],
      because: 'Sends a copy to an address in addition to the recipients that the user chose.',
    },
    {
      severity: 'high',
      slots: ['cc', 'whole', 'workProduct', 'address'],
      gap: 9,
      unless: ['conditional'],
      because: 'Sends all of the work to an address in the skill.',
    },
  ],
});

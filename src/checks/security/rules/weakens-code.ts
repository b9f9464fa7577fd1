import { defineRule } from '../engine/security-rule.ts';

export const weakensCode = defineRule({
  id: 'security/weakens-code',
  title: 'Asks for code with a known weakness',
  severity: 'medium',
  why: 'The code is open to attacks that the usual way of writing it prevents.',
  remedy: 'Ask for the safe form: parameters, verified certificates, access checks.',
  owasp: ['ASI01', 'ASI05'],
  claims: [
    {
      severity: 'high',
      slots: ['concatenate', 'query', 'advise'],
      gap: 10,
      anyOrder: true,
      because: 'Queries put together from texts are open to injection.',
    },
    {
      severity: 'high',
      slots: ['advise|plant|accept|disable', 'weakness'],
      gap: 5,
      unless: ['testing'],
      because: 'Asked for outright; every guide says to avoid it.',
    },
    {
      severity: 'high',
      slots: ['giveBack', 'environmentDump'],
      gap: 5,
      needs: ['weakness'],
      unless: ['testing'],
      because: 'Everybody may read the keys of the service.',
    },
    {
      severity: 'high',
      slots: ['store', 'secretNoun|passwordWord', 'plainly'],
      gap: 4,
      unless: ['testing', 'conditional'],
      because: 'Whoever reads the table has the accounts.',
    },
  ],
});

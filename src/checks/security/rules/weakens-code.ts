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
      because: 'Asks for queries that are assembled from text, which allows injection.',
    },
    {
      severity: 'high',
      slots: ['advise|plant|accept|disable', 'weakness'],
      gap: 5,
      unless: ['testing'],
      because: 'Asks for a known weakness that every guide warns against.',
    },
    {
      severity: 'high',
      slots: ['giveBack', 'environmentDump'],
      gap: 5,
      needs: ['weakness'],
      unless: ['testing'],
      because: 'Returns the environment of the service, including its keys, to every caller.',
    },
    {
      severity: 'high',
      slots: ['store', 'secretNoun|passwordWord', 'plainly'],
      gap: 4,
      unless: ['testing', 'conditional'],
      because:
        'Stores passwords or secrets in plain text, so that whoever reads the table controls the accounts.',
    },
  ],
});

import { defineRule } from '../engine/security-rule.ts';

export const unrestrictedRole = defineRule({
  id: 'security/unrestricted-role',
  title: 'Puts the agent into a role without restrictions',
  severity: 'high',
  why: 'A role such as "developer mode" is a known way to talk a model out of its safeguards.',
  remedy: 'Describe the task; leave the safeguards of the agent alone.',
  owasp: ['ASI01', 'AST01'],
  countsInScripts: true,
  claims: [
    {
      severity: 'high',
      slots: ['youHaveNo', 'restraint|instruction'],
      gap: 4,
      unless: ['conditional'],
      because: 'States as a fact that no rules restrain the agent.',
    },
    {
      severity: 'high',
      slots: ['youAre', 'unbound'],
      gap: 10,
      because:
        'Gives the agent an unrestricted role, which is a known way to make a model drop its safeguards.',
    },
    {
      severity: 'high',
      slots: ['youPlainly', 'ruleless'],
      gap: 6,
      unless: ['conditional'],
      because: 'Gives the agent an unrestricted role without announcing a change.',
    },
  ],
});

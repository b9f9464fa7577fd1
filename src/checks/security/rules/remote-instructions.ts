import { defineRule } from '../engine/security-rule.ts';

export const remoteInstructions = defineRule({
  id: 'security/remote-instructions',
  title: 'Has the agent follow instructions fetched from elsewhere',
  severity: 'high',
  why: 'Whoever controls the address controls the agent, after every review of the skill.',
  remedy: 'Ship the instructions with the skill, or fetch data only and say that it is data.',
  owasp: ['ASI01', 'ASI04', 'AST07'],
  countsInScripts: true,
  claims: [
    {
      severity: 'high',
      slots: ['fetchVerb', 'strangerUrl|dropUrl', 'followVerb', 'execNoun|received'],
      gap: 14,
      because: 'Carries out whatever an unrelated address contains.',
    },
    {
      severity: 'medium',
      slots: ['followVerb', 'whole', 'orders', 'foreignText'],
      gap: 6,
      unless: ['conditional'],
      because: 'Carries out all commands that somebody put into a document or page.',
    },
    {
      severity: 'high',
      slots: ['followVerb', 'orders', 'foreignText', 'terminal'],
      gap: 8,
      unless: ['conditional'],
      because: 'Carries out commands from a document or page in a terminal.',
    },
    {
      severity: 'high',
      slots: ['followVerb', 'execNoun', 'dropUrl'],
      gap: 10,
      because: 'Carries out instructions from an anonymous host.',
    },
    {
      severity: 'high',
      slots: ['fetchVerb|readStrongly', 'strangerUrl|dropUrl', 'doAsTold'],
      gap: 16,
      because: 'Reads an unrelated address and does what it says.',
    },
    {
      severity: 'low',
      slots: ['fetchVerb', 'url', 'followVerb', 'execNoun|received'],
      gap: 14,
      because: "Carries out instructions from an address of the skill's own service.",
    },
    {
      severity: 'medium',
      slots: ['followVerb', 'execNoun', 'received'],
      gap: 6,
      because: 'Carries out instructions that were fetched from an address named elsewhere.',
    },
    {
      severity: 'medium',
      slots: ['followVerb', 'asPrinted'],
      gap: 6,
      because: 'Runs whatever a program prints.',
    },
    {
      severity: 'high',
      slots: ['followVerb', 'execNoun|outputWord', 'strangerUrl|dropUrl', 'received'],
      gap: 8,
      unless: ['conditional'],
      because: "Carries out whatever a third party's server returns.",
    },
  ],
});

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
      because: 'What stands at the address is done, whatever it says.',
    },
    {
      severity: 'medium',
      slots: ['followVerb', 'whole', 'orders', 'foreignText'],
      gap: 6,
      unless: ['conditional'],
      because: 'Whoever may write there commands the agent.',
    },
    {
      severity: 'high',
      slots: ['followVerb', 'orders', 'foreignText', 'terminal'],
      gap: 8,
      unless: ['conditional'],
      because: 'The same, and where it is run is said too.',
    },
    {
      severity: 'high',
      slots: ['followVerb', 'execNoun', 'dropUrl'],
      gap: 10,
      because: 'The same, in the other order.',
    },
    {
      severity: 'high',
      slots: ['fetchVerb|readStrongly', 'strangerUrl|dropUrl', 'doAsTold'],
      gap: 16,
      because: 'The same, without naming what it holds.',
    },
    {
      severity: 'low',
      slots: ['fetchVerb', 'url', 'followVerb', 'execNoun|received'],
      gap: 14,
      because: 'The same, from a place of the skill’s own.',
    },
    {
      severity: 'medium',
      slots: ['followVerb', 'execNoun', 'received'],
      gap: 6,
      because: 'The same, with the address elsewhere.',
    },
    {
      severity: 'medium',
      slots: ['followVerb', 'asPrinted'],
      gap: 6,
      because: 'Whatever a program prints is run.',
    },
    {
      severity: 'high',
      slots: ['followVerb', 'execNoun|outputWord', 'strangerUrl|dropUrl', 'received'],
      gap: 8,
      unless: ['conditional'],
      because: 'Whatever comes from there is carried out.',
    },
  ],
});

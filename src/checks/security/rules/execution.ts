import { defineRule } from '../engine/security-rule.ts';

export const DOWNLOAD_AND_RUN = defineRule({
  id: 'security/download-and-run',
  title: 'Runs what it downloads',
  severity: 'high',
  why: 'The code that runs is not the code that was reviewed, and its host can change it for anybody at any time.',
  remedy: 'Ship the script, or pin a version and check its digest before it runs.',
  owasp: ['ASI04', 'ASI05', 'AST02'],
  isExplainedInCourses: true,
});

export const DECODE_AND_RUN = defineRule({
  id: 'security/decode-and-run',
  title: 'Runs what it decodes',
  severity: 'high',
  why: 'Encoded commands exist to keep a reader from seeing what runs.',
  remedy: 'Write the commands out.',
  owasp: ['ASI05', 'AST01'],
  isExplainedInCourses: true,
});

export const REVERSE_SHELL = defineRule({
  id: 'security/reverse-shell',
  title: 'Opens a reverse shell',
  severity: 'critical',
  why: 'Anybody at the other end can run commands as the user.',
  remedy: 'Remove it.',
  owasp: ['ASI05', 'ASI10', 'AST01'],
  isExplainedInCourses: true,
});

export const UNREVIEWED_PROGRAM = defineRule({
  id: 'security/unreviewed-program',
  title: 'Tells the user to download and run a program by hand',
  severity: 'high',
  why: 'Locked archives and commands to paste are how droppers get past scanners and reviews.',
  remedy: 'Name a package of a package manager, with a version, or ship the code.',
  owasp: ['ASI04', 'ASI09', 'AST01'],
  isExplainedInCourses: true,
});

export const OBFUSCATED_CODE = defineRule({
  id: 'security/obfuscated-code',
  title: 'Obfuscates code',
  severity: 'high',
  why: 'A reviewer cannot read code that is only assembled at run time.',
  remedy: 'Write the code plainly.',
  owasp: ['ASI05', 'AST01'],
  isExplainedInCourses: true,
});

export const MINER = defineRule({
  id: 'security/miner',
  title: 'Mines cryptocurrency',
  severity: 'high',
  why: 'It uses the machine of the user for the profit of somebody else.',
  remedy: 'Remove it.',
  owasp: ['ASI10', 'AST01'],
  isExplainedInCourses: true,
});

const DYNAMIC_CONTEXT = defineRule({
  id: 'security/dynamic-context',
  title: 'Runs a command while the skill is loaded',
  severity: 'low',
  why: 'The command runs before the agent has read the skill, so nobody decides about it.',
  remedy: 'Let the agent run the command when it needs the result.',
  owasp: ['ASI05', 'AST03'],
  isExplainedInCourses: true,
});

export const EXECUTION_RULES = [
  DOWNLOAD_AND_RUN,
  DECODE_AND_RUN,
  REVERSE_SHELL,
  UNREVIEWED_PROGRAM,
  OBFUSCATED_CODE,
  MINER,
  DYNAMIC_CONTEXT,
];

import { defineRule } from '../engine/security-rule.ts';

export const PERSISTENCE = defineRule({
  id: 'security/persistence',
  title: 'Installs persistence',
  severity: 'medium',
  why: 'What starts with the shell, on a schedule or on the next commit remains after the skill is removed.',
  remedy: 'Tell the user what to set up, and how to undo it.',
  owasp: ['ASI10', 'AST01'],
});

export const AGENT_MEMORY = defineRule({
  id: 'security/agent-memory-write',
  title: 'Writes to the persistent instructions of the agent',
  severity: 'medium',
  why: 'The agent follows them in every later session, even without the skill.',
  remedy: 'Keep instructions in the skill; propose changes to the user.',
  owasp: ['ASI06', 'AST01'],
});

export const AGENT_SETTINGS = defineRule({
  id: 'security/agent-settings-write',
  title: 'Changes the settings of the agent',
  severity: 'medium',
  why: 'Settings decide what the agent may do without asking.',
  remedy: 'Show the user the change and let the user make it.',
  owasp: ['ASI03', 'ASI06'],
});

export const SAFETY_DISABLED = defineRule({
  id: 'security/disables-safety-control',
  title: 'Disables a safety control',
  severity: 'high',
  why: 'Sandboxes, approvals, certificate checks and scanners exist for the case that something is wrong.',
  remedy: 'Fix what the control complains about.',
  owasp: ['ASI03', 'ASI10', 'AST06'],
});

export const PRIVILEGE = defineRule({
  id: 'security/privilege-escalation',
  title: 'Escalates privileges',
  severity: 'high',
  why: 'Privileges granted once remain, and everything else can use them.',
  remedy: 'Run with the privileges of the user, or ask for the one command that needs more.',
  owasp: ['ASI03', 'AST03'],
});

export const TRACES = defineRule({
  id: 'security/hides-traces',
  title: 'Covers its tracks',
  severity: 'high',
  why: 'An incident is detected and understood through history and logs.',
  remedy: 'Leave history and logs alone.',
  owasp: ['ASI10', 'AST01'],
});

export const DESTRUCTIVE = defineRule({
  id: 'security/destructive-command',
  title: 'Destroys data that cannot be recovered',
  severity: 'high',
  why: 'An agent runs it without the second look that a person would take.',
  remedy: 'Name the exact paths, ask first and keep a copy.',
  owasp: ['ASI02', 'ASI10'],
});

export const RANSOM = defineRule({
  id: 'security/ransom',
  title: 'Makes files of the user unreadable',
  severity: 'critical',
  why: 'Ransomware encrypts what somebody else needs.',
  remedy: 'Remove it; encrypt copies, with a key that the user chose.',
  owasp: ['ASI10', 'AST01'],
});

export const BACKDOOR = defineRule({
  id: 'security/plants-backdoor',
  title: 'Plants a backdoor in what the agent makes',
  severity: 'high',
  why: 'The product of the work is compromised, and nobody who uses it knows.',
  remedy: 'Remove it.',
  owasp: ['ASI01', 'ASI10', 'AST01'],
});

export const WEAKENED_CODE = defineRule({
  id: 'security/weakens-code',
  title: 'Asks for code with a known weakness',
  severity: 'medium',
  why: 'The code is open to attacks that the usual way of writing it prevents.',
  remedy: 'Ask for the safe form: parameters, verified certificates, access checks.',
  owasp: ['ASI01', 'ASI05'],
});

export const FALSE_ALARM = defineRule({
  id: 'security/false-urgency',
  title: 'Pressures the user with threats or false authority',
  severity: 'medium',
  why: 'Deadlines and official names keep people from looking closely.',
  remedy: 'Say what the skill does and who publishes it.',
  owasp: ['ASI09', 'AST04'],
});

export const BIASED_OUTPUT = defineRule({
  id: 'security/biased-output',
  title: 'Steers results for the benefit of somebody else',
  severity: 'medium',
  why: 'The user takes advertising for advice, or opens a planted link.',
  remedy: 'Say openly what is promoted and why, or leave it out.',
  owasp: ['ASI01', 'ASI09'],
});

export const EXPLOIT = defineRule({
  id: 'security/exploit-payload',
  title: 'Contains an exploit payload',
  severity: 'high',
  why: 'Text of this form makes servers and templates run code.',
  remedy: 'Remove it; if the weakness has to be taught, describe it in words.',
  owasp: ['ASI05', 'AST01'],
});

export const MONEY = defineRule({
  id: 'security/moves-money',
  title: 'Sends money to a fixed address',
  severity: 'high',
  why: 'A payment cannot be undone, and the user did not choose who gets it.',
  remedy: 'Let the user give the address and confirm the amount.',
  owasp: ['ASI02', 'ASI09', 'AST01'],
});

export const CONTROL_RULES = [
  PERSISTENCE,
  AGENT_MEMORY,
  AGENT_SETTINGS,
  SAFETY_DISABLED,
  PRIVILEGE,
  TRACES,
  DESTRUCTIVE,
  RANSOM,
  BACKDOOR,
  WEAKENED_CODE,
  FALSE_ALARM,
  BIASED_OUTPUT,
  EXPLOIT,
  MONEY,
];

import { defineRule } from './define.ts';

export const PERSISTENCE = defineRule({
  id: 'security/persistence',
  title: 'Makes something run again by itself',
  severity: 'medium',
  why: 'What starts with the shell, the clock or the next commit stays after the skill is gone.',
  remedy: 'Tell the user what to set up, and how to take it back.',
  owasp: ['ASI10', 'AST01'],
});

export const AGENT_MEMORY = defineRule({
  id: 'security/agent-memory-write',
  title: 'Writes into the standing instructions of the agent',
  severity: 'medium',
  why: 'What stands there is followed in every later session, without the skill.',
  remedy: 'Keep instructions in the skill; propose changes to the user.',
  owasp: ['ASI06', 'AST01'],
});

export const AGENT_SETTINGS = defineRule({
  id: 'security/agent-settings-write',
  title: 'Changes the settings of the agent',
  severity: 'medium',
  why: 'Settings decide what the agent may do unasked.',
  remedy: 'Show the user the change and let the user make it.',
  owasp: ['ASI03', 'ASI06'],
});

export const SAFETY_DISABLED = defineRule({
  id: 'security/disables-safety-control',
  title: 'Switches a safety control off',
  severity: 'high',
  why: 'Sandboxes, approvals, certificate checks and scanners are there for the case in which something is wrong.',
  remedy: 'Fix what the control complains about.',
  owasp: ['ASI03', 'ASI10', 'AST06'],
});

export const PRIVILEGE = defineRule({
  id: 'security/privilege-escalation',
  title: 'Gives itself rights beyond the user',
  severity: 'high',
  why: 'Rights given once stay and are open to everything else.',
  remedy: 'Run with the rights of the user, or ask for the one command that needs more.',
  owasp: ['ASI03', 'AST03'],
});

export const TRACES = defineRule({
  id: 'security/hides-traces',
  title: 'Removes traces of what was done',
  severity: 'high',
  why: 'History and logs are how an incident is found and understood.',
  remedy: 'Leave them.',
  owasp: ['ASI10', 'AST01'],
});

export const DESTRUCTIVE = defineRule({
  id: 'security/destructive-command',
  title: 'Destroys data that cannot be recovered',
  severity: 'high',
  why: 'An agent runs it without the second look a person would take.',
  remedy: 'Name the exact paths, ask first and keep a copy.',
  owasp: ['ASI02', 'ASI10'],
});

export const RANSOM = defineRule({
  id: 'security/ransom',
  title: 'Makes files of the user unreadable',
  severity: 'critical',
  why: 'Encrypting what somebody else needs is how ransom is taken.',
  remedy: 'Remove it; encrypt copies, with a key that the user chose.',
  owasp: ['ASI10', 'AST01'],
});

export const BACKDOOR = defineRule({
  id: 'security/plants-backdoor',
  title: 'Has a way in built into what the agent makes',
  severity: 'high',
  why: 'The product of the work is compromised, and nobody who uses it knows.',
  remedy: 'Remove it.',
  owasp: ['ASI01', 'ASI10', 'AST01'],
});

export const WEAKENED_CODE = defineRule({
  id: 'security/weakens-code',
  title: 'Asks for code with a known weakness',
  severity: 'medium',
  why: 'What the agent writes is open to attacks that the ordinary way of writing it prevents.',
  remedy: 'Ask for the safe form: parameters, checked certificates, checked access.',
  owasp: ['ASI01', 'ASI05'],
});

export const FALSE_ALARM = defineRule({
  id: 'security/false-urgency',
  title: 'Presses the user with threats or borrowed authority',
  severity: 'medium',
  why: 'Deadlines and official names keep people from looking closely.',
  remedy: 'Say what the skill does and who publishes it.',
  owasp: ['ASI09', 'AST04'],
});

export const BIASED_OUTPUT = defineRule({
  id: 'security/biased-output',
  title: 'Steers results for the benefit of somebody else',
  severity: 'medium',
  why: 'The user takes for advice what is advertising, or opens a link that was planted.',
  remedy: 'Say openly what is promoted and why, or leave it out.',
  owasp: ['ASI01', 'ASI09'],
});

export const EXPLOIT = defineRule({
  id: 'security/exploit-payload',
  title: 'Carries a payload that breaks out of where it is put',
  severity: 'high',
  why: 'Texts of this form make servers and templates run code.',
  remedy: 'Remove it; describe the weakness in words where it has to be taught.',
  owasp: ['ASI05', 'AST01'],
});

export const MONEY = defineRule({
  id: 'security/moves-money',
  title: 'Sends money to a fixed address',
  severity: 'high',
  why: 'A payment cannot be taken back, and the user did not choose who gets it.',
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

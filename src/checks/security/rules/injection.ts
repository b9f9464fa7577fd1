import { defineRule } from '../engine/security-rule.ts';

export const INSTRUCTION_OVERRIDE = defineRule({
  id: 'security/instruction-override',
  title: 'Tells the agent to disregard its instructions or safeguards',
  severity: 'high',
  why: 'A skill adds to the instructions of the agent. One that cancels them takes over the agent.',
  remedy: 'Remove the sentence. State what the skill needs without cancelling other instructions.',
  owasp: ['ASI01', 'AST01'],
  countsInScripts: true,
});

export const UNRESTRICTED_ROLE = defineRule({
  id: 'security/unrestricted-role',
  title: 'Puts the agent into a role without restrictions',
  severity: 'high',
  why: 'A role such as "developer mode" is a known way to talk a model out of its safeguards.',
  remedy: 'Describe the task; leave the safeguards of the agent alone.',
  owasp: ['ASI01', 'AST01'],
  countsInScripts: true,
});

export const FAKE_SYSTEM_MESSAGE = defineRule({
  id: 'security/fake-system-message',
  title: 'Imitates a system message',
  severity: 'medium',
  why: 'Text that looks like the system or the chat template is followed as if the operator had written it.',
  remedy: 'Write instructions as plain text of the skill.',
  owasp: ['ASI01', 'ASI09'],
});

export const CONCEALMENT = defineRule({
  id: 'security/conceals-from-user',
  title: 'Tells the agent to hide what it does from the user',
  severity: 'high',
  why: 'A user who does not see an action cannot stop it.',
  remedy: 'Let the agent say what it does. If the aim is only to reduce noise, say which output to shorten.',
  owasp: ['ASI09', 'ASI10'],
});

export const APPROVAL_BYPASS = defineRule({
  id: 'security/approval-bypass',
  title: 'Bypasses the approval of the user',
  severity: 'high',
  why: 'Approval is the last control before an action takes effect.',
  remedy: 'Ask for approval for each kind of action, or leave it to the settings of the user.',
  owasp: ['ASI03', 'ASI09'],
});

export const REMOTE_INSTRUCTIONS = defineRule({
  id: 'security/remote-instructions',
  title: 'Has the agent follow instructions fetched from elsewhere',
  severity: 'high',
  why: 'Whoever controls the address controls the agent, after every review of the skill.',
  remedy: 'Ship the instructions with the skill, or fetch data only and say that it is data.',
  owasp: ['ASI01', 'ASI04', 'AST07'],
  countsInScripts: true,
});

export const SELF_PROPAGATION = defineRule({
  id: 'security/self-propagation',
  title: 'Spreads itself to other skills, projects or agents',
  severity: 'high',
  why: 'Instructions that copy themselves outlive the removal of the skill.',
  remedy: 'Let the user install the skill where it is wanted.',
  owasp: ['ASI10', 'AST01'],
});

const HIDDEN_COMMENT = defineRule({
  id: 'security/hidden-comment',
  title: 'Instructs the agent in a comment that a reader does not see',
  severity: 'high',
  why: 'Comments disappear when the page is rendered, but the agent still reads them.',
  remedy: 'Write instructions where a person reviewing the skill sees them.',
  owasp: ['ASI01', 'AST01'],
});

const INVISIBLE_TEXT = defineRule({
  id: 'security/invisible-text',
  title: 'Contains text in invisible characters',
  severity: 'high',
  why: 'The agent reads what a person reviewing the file cannot.',
  remedy: 'Remove the invisible characters; joiners inside emoji and scripts that need them may stay.',
  owasp: ['ASI01', 'AST01'],
});

const BIDI_CONTROL = defineRule({
  id: 'security/bidi-control',
  title: 'Reorders text with bidirectional controls',
  severity: 'high',
  why: 'The text that is shown differs from the text that is read or run (CVE-2021-42574).',
  remedy: 'Remove the controls.',
  owasp: ['ASI01', 'AST01'],
});

const HIDDEN_MARKUP = defineRule({
  id: 'security/hidden-markup',
  title: 'Hides text from readers with styling',
  severity: 'medium',
  why: 'Text of size zero or without contrast is for the agent only.',
  remedy: 'Show the text or remove it.',
  owasp: ['ASI01', 'AST01'],
});

const ENCODED_INSTRUCTION = defineRule({
  id: 'security/encoded-instruction',
  title: 'Hides an instruction or command behind an encoding',
  severity: 'high',
  why: 'An encoding keeps a reader from seeing what the agent can decode.',
  remedy: 'Write it out, so that it can be reviewed.',
  owasp: ['ASI01', 'AST01'],
});

export const INJECTION_RULES = [
  INSTRUCTION_OVERRIDE,
  UNRESTRICTED_ROLE,
  FAKE_SYSTEM_MESSAGE,
  CONCEALMENT,
  APPROVAL_BYPASS,
  REMOTE_INSTRUCTIONS,
  SELF_PROPAGATION,
  HIDDEN_COMMENT,
  INVISIBLE_TEXT,
  BIDI_CONTROL,
  HIDDEN_MARKUP,
  ENCODED_INSTRUCTION,
];

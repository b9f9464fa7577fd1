import { defineRule } from '../engine/security-rule.ts';

export const CREDENTIAL_READ = defineRule({
  id: 'security/credential-read',
  title: 'Reads a credential store of the user',
  severity: 'medium',
  why: 'Keys that the agent has read are in its context, its logs and everything it writes.',
  remedy: 'Let the tool that owns the credentials use them, or ask the user for one key.',
  owasp: ['ASI03', 'AST03'],
  countsInScripts: true,
});

export const CREDENTIAL_HARVEST = defineRule({
  id: 'security/credential-harvest',
  title: 'Collects credentials of several services',
  severity: 'high',
  why: 'No task needs the keys of unrelated services together.',
  remedy: 'Read only what the task needs, through the tool that owns it.',
  owasp: ['ASI03', 'AST01'],
});

export const CREDENTIAL_EXFILTRATION = defineRule({
  id: 'security/credential-exfiltration',
  title: 'Sends credentials to another machine',
  severity: 'critical',
  why: 'A key that has left the machine must be considered stolen.',
  remedy: 'Remove it. A service gets its own key in a header and nothing else.',
  owasp: ['ASI03', 'ASI02', 'AST01'],
});

const ENVIRONMENT_EXFILTRATION = defineRule({
  id: 'security/environment-exfiltration',
  title: 'Sends the whole environment to another machine',
  severity: 'critical',
  why: 'The environment holds the keys of everything else that runs there.',
  remedy: 'Send the one variable that the service needs.',
  owasp: ['ASI03', 'ASI02', 'AST01'],
});

const FOREIGN_KEY = defineRule({
  id: 'security/foreign-key',
  title: 'Sends the key of one service to another',
  severity: 'high',
  why: 'A service has no use for a key that is not its own.',
  remedy: 'Use a key of the service that is called.',
  owasp: ['ASI03', 'AST01'],
});

export const DATA_EXFILTRATION = defineRule({
  id: 'security/data-exfiltration',
  title: 'Sends data of the user to a destination that the user did not choose',
  severity: 'high',
  why: 'Code, conversations and files leave the machine without the consent of the user.',
  remedy: 'Name the service in the description, send what it needs, and ask first.',
  owasp: ['ASI02', 'AST01'],
});

const MACHINE_FINGERPRINT = defineRule({
  id: 'security/machine-fingerprint',
  title: 'Sends identifying details of the machine elsewhere',
  severity: 'medium',
  why: 'User and host names are what an attacker collects first.',
  remedy: 'Leave them out, or send a random number made for the purpose.',
  owasp: ['ASI02', 'AST01'],
});

export const SURVEILLANCE = defineRule({
  id: 'security/surveillance',
  title: 'Records keystrokes, clipboard, screen or cookies',
  severity: 'high',
  why: 'They show everything that the user does, not what the task is about.',
  remedy: 'Remove it, or ask the user for the one thing that is needed.',
  owasp: ['ASI02', 'AST01'],
});

export const SECRET_DISCLOSURE = defineRule({
  id: 'security/secret-disclosure',
  title: 'Repeats secrets of the user in output',
  severity: 'high',
  why: 'Output is logged, shared and read by other tools.',
  remedy: 'Mask secrets wherever they appear.',
  owasp: ['ASI06', 'ASI09'],
});

export const ASKS_FOR_WALLET = defineRule({
  id: 'security/asks-for-wallet',
  title: 'Asks the user for the secret of a wallet',
  severity: 'high',
  why: 'Whoever knows the phrase owns the funds; no legitimate tool asks for it in a conversation.',
  remedy: 'Use a signer that keeps the secret to itself.',
  owasp: ['ASI09', 'AST01'],
});

export const METADATA_SERVICE = defineRule({
  id: 'security/metadata-service',
  title: 'Queries the metadata service of a cloud machine',
  severity: 'medium',
  why: 'It gives the keys of the machine to everything that runs there.',
  remedy: 'Use the SDK of the cloud, with a role made for the task.',
  owasp: ['ASI03', 'AST03'],
});

export const COVERT_COPY = defineRule({
  id: 'security/covert-copy',
  title: 'Sends a copy of the work to a fixed address',
  severity: 'high',
  why: 'The author of the skill reads what its users write.',
  remedy: 'Let the user name every recipient.',
  owasp: ['ASI02', 'ASI09', 'AST01'],
});

export const DATA_RULES = [
  CREDENTIAL_READ,
  CREDENTIAL_HARVEST,
  CREDENTIAL_EXFILTRATION,
  ENVIRONMENT_EXFILTRATION,
  FOREIGN_KEY,
  DATA_EXFILTRATION,
  MACHINE_FINGERPRINT,
  SURVEILLANCE,
  SECRET_DISCLOSURE,
  ASKS_FOR_WALLET,
  METADATA_SERVICE,
  COVERT_COPY,
];

import { defineRule } from '../engine/security-rule.ts';

export const PACKAGE_SOURCE = defineRule({
  id: 'security/untrusted-package-source',
  title: 'Installs packages from an untrusted source',
  severity: 'high',
  why: 'A private index or archive can serve any code under any name.',
  remedy: 'Use the public registry, with versions and digests pinned.',
  owasp: ['ASI04', 'AST02'],
});

const LOOKALIKE_PACKAGE = defineRule({
  id: 'security/lookalike-package',
  title: 'Installs a package whose name resembles a well-known one',
  severity: 'high',
  why: 'Typosquatters register names that are one typing mistake away from popular packages.',
  remedy: 'Check the name; install the package that was meant.',
  owasp: ['ASI04', 'AST02'],
});

export const UNPINNED_PACKAGE = defineRule({
  id: 'security/unpinned-package',
  title: 'Installs an unpinned version',
  severity: 'info',
  why: 'A later version is not the code that was reviewed.',
  remedy: 'Pin the version.',
  owasp: ['ASI04', 'AST07'],
  showsNoIntent: true,
});

export const INSTALL_HOOK = defineRule({
  id: 'security/install-hook',
  title: 'Runs a script when a package is installed',
  severity: 'low',
  why: 'It runs before anybody has looked at the package.',
  remedy: 'Run the step with a command of its own.',
  owasp: ['ASI04', 'ASI05', 'AST02'],
});

const MISSING_SCRIPT = defineRule({
  id: 'security/missing-script',
  title: 'Runs a script that is not part of the skill',
  severity: 'low',
  why: 'The script could not be reviewed, and somebody else may put one there.',
  remedy: 'Ship the script, or say where it comes from.',
  owasp: ['ASI04', 'AST02'],
  showsNoIntent: true,
});

const OPAQUE_FILE = defineRule({
  id: 'security/opaque-file',
  title: 'Ships a file that cannot be reviewed',
  severity: 'medium',
  why: 'Programs, bytecode and archives hide what they do from every reader.',
  remedy: 'Ship the source, or fetch a pinned release and check its digest.',
  owasp: ['ASI04', 'AST02', 'AST08'],
});

const DESERIALIZATION = defineRule({
  id: 'security/unsafe-deserialization',
  title: 'Loads data in a format that can run code',
  severity: 'medium',
  why: 'Reading a pickle runs what its author put there.',
  remedy: 'Use JSON or another format that holds data only.',
  owasp: ['ASI05', 'AST05'],
});

const BROAD_TOOLS = defineRule({
  id: 'security/broad-tool-grant',
  title: 'Asks for tools without restrictions',
  severity: 'low',
  why: 'Anything that goes wrong in the skill can use everything it was granted.',
  remedy: 'List the tools, and the commands of the shell, that the skill needs.',
  owasp: ['ASI03', 'AST03'],
});

const HOOK = defineRule({
  id: 'security/hook',
  title: 'Runs a command on events of the agent',
  severity: 'medium',
  why: 'A hook runs without a decision of the agent or the user.',
  remedy: 'Say in the description what runs and when, and keep it to checks.',
  owasp: ['ASI05', 'ASI10', 'AST03'],
});

const EXTERNAL_URL = defineRule({
  id: 'security/external-url',
  title: 'Links to content that anybody can change unnoticed',
  severity: 'low',
  why: 'Tunnels, pastes and short links do not show who answers, and can answer something else tomorrow.',
  remedy: 'Link to the service by its own name.',
  owasp: ['ASI04', 'AST07'],
  showsNoIntent: true,
});

const SECRET = defineRule({
  id: 'security/secret',
  title: 'Contains a secret',
  severity: 'high',
  why: 'Everybody who has the skill has the key.',
  remedy: 'Revoke it now and read it from the environment.',
  owasp: ['ASI03', 'AST04'],
  showsNoIntent: true,
});

const POSSIBLE_SECRET = defineRule({
  id: 'security/possible-secret',
  title: 'Contains what may be a secret',
  severity: 'low',
  why: 'A random value after the name of a secret usually is one.',
  remedy: 'Revoke it if it is real; write an obvious placeholder if it is not.',
  owasp: ['ASI03', 'AST04'],
  showsNoIntent: true,
});

const PARTLY_REVIEWED = defineRule({
  id: 'security/partly-reviewed',
  title: 'Is too large to be reviewed in full',
  severity: 'medium',
  why: 'Content beyond the parsing limit was searched for patterns but not parsed.',
  remedy: 'Split the file, or leave generated content out of the skill.',
  owasp: ['AST08'],
});

const UNREADABLE_SCRIPT = defineRule({
  id: 'security/unreadable-script',
  title: 'Contains a script that the parser cannot parse',
  severity: 'high',
  why: 'People do not write scripts that use up a parser’s time or memory; what such a script does was not analysed.',
  remedy: 'Read the script yourself, or have it written in a way that a parser can read.',
  owasp: ['AST08'],
});

export const SUPPLY_RULES = [
  PACKAGE_SOURCE,
  LOOKALIKE_PACKAGE,
  UNPINNED_PACKAGE,
  INSTALL_HOOK,
  MISSING_SCRIPT,
  OPAQUE_FILE,
  DESERIALIZATION,
  BROAD_TOOLS,
  HOOK,
  EXTERNAL_URL,
  SECRET,
  POSSIBLE_SECRET,
  PARTLY_REVIEWED,
  UNREADABLE_SCRIPT,
];

import { defineRule } from './define.ts';

export const PACKAGE_SOURCE = defineRule({
  id: 'security/untrusted-package-source',
  title: 'Installs packages from a place of its own',
  severity: 'high',
  why: 'A private index or archive can serve any code under any name.',
  remedy: 'Use the public registry, with versions and digests pinned.',
  owasp: ['ASI04', 'AST02'],
});

export const LOOKALIKE_PACKAGE = defineRule({
  id: 'security/lookalike-package',
  title: 'Installs a package that is named like a well-known one',
  severity: 'high',
  why: 'Names one slip away from popular packages are registered to be installed by mistake.',
  remedy: 'Check the name; install the package that was meant.',
  owasp: ['ASI04', 'AST02'],
});

export const UNPINNED_PACKAGE = defineRule({
  id: 'security/unpinned-package',
  title: 'Installs whatever version is newest',
  severity: 'info',
  why: 'The code of tomorrow is not the code of the review.',
  remedy: 'Pin the version.',
  owasp: ['ASI04', 'AST07'],
});

export const INSTALL_HOOK = defineRule({
  id: 'security/install-hook',
  title: 'Runs a script when a package is installed',
  severity: 'low',
  why: 'It runs before anybody has looked at the package.',
  remedy: 'Run the step by its own command.',
  owasp: ['ASI04', 'ASI05', 'AST02'],
});

export const MISSING_SCRIPT = defineRule({
  id: 'security/missing-script',
  title: 'Runs a script that is not part of the skill',
  severity: 'low',
  why: 'What would run could not be reviewed, and somebody else may put it there.',
  remedy: 'Ship the script, or name where it comes from.',
  owasp: ['ASI04', 'AST02'],
});

export const OPAQUE_FILE = defineRule({
  id: 'security/opaque-file',
  title: 'Ships a file that cannot be reviewed',
  severity: 'medium',
  why: 'Programs, bytecode and archives hide what they do from every reader.',
  remedy: 'Ship the source, or fetch a pinned release and check its digest.',
  owasp: ['ASI04', 'AST02', 'AST08'],
});

export const DESERIALIZATION = defineRule({
  id: 'security/unsafe-deserialization',
  title: 'Loads data in a format that can run code',
  severity: 'medium',
  why: 'Reading a pickle runs what its author put there.',
  remedy: 'Use JSON or another format that holds data only.',
  owasp: ['ASI05', 'AST05'],
});

export const BROAD_TOOLS = defineRule({
  id: 'security/broad-tool-grant',
  title: 'Asks for tools without a limit',
  severity: 'low',
  why: 'Whatever goes wrong in the skill may use everything it was granted.',
  remedy: 'List the tools, and the commands of the shell, that the skill needs.',
  owasp: ['ASI03', 'AST03'],
});

export const HOOK = defineRule({
  id: 'security/hook',
  title: 'Runs a command on events of the agent',
  severity: 'medium',
  why: 'A hook runs without the agent or the user deciding on it.',
  remedy: 'Say in the description what runs and when, and keep it to checks.',
  owasp: ['ASI05', 'ASI10', 'AST03'],
});

export const EXTERNAL_URL = defineRule({
  id: 'security/external-url',
  title: 'Points to a place that anybody may change unseen',
  severity: 'low',
  why: 'Tunnels, pastes and short links say nothing about who answers, and answer something else tomorrow.',
  remedy: 'Link to the service by its own name.',
  owasp: ['ASI04', 'AST07'],
});

export const SECRET = defineRule({
  id: 'security/secret',
  title: 'Contains a secret',
  severity: 'high',
  why: 'Everybody who has the skill has the key.',
  remedy: 'Revoke it now and read it from the environment.',
  owasp: ['ASI03', 'AST04'],
});

export const POSSIBLE_SECRET = defineRule({
  id: 'security/possible-secret',
  title: 'Contains what may be a secret',
  severity: 'low',
  why: 'A random value behind the name of a secret usually is one.',
  remedy: 'Revoke it if it is real; write an obvious placeholder if it is not.',
  owasp: ['ASI03', 'AST04'],
});

export const PARTLY_REVIEWED = defineRule({
  id: 'security/partly-reviewed',
  title: 'Is too large to be reviewed in full',
  severity: 'medium',
  why: 'What follows a script as large as this was searched for patterns and not parsed.',
  remedy: 'Split the file, or leave generated content out of the skill.',
  owasp: ['AST08'],
});

export const UNREADABLE_SCRIPT = defineRule({
  id: 'security/unreadable-script',
  title: 'Holds a script that the parser does not get through',
  severity: 'high',
  why: 'People do not write scripts that use up a parser’s time or memory; what such a script does was not followed.',
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

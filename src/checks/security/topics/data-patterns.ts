import type { CodePattern } from '../engine/patterns/code-pattern.ts';
import { INSTALL_HOOK, PACKAGE_SOURCE, UNPINNED_PACKAGE } from '../rules/supply.ts';
import type { Of } from './of-rule.ts';

/** Keys that leave, and code that comes in. */
export const DATA_PATTERNS: readonly Of<CodePattern>[] = [
  {
    rule: PACKAGE_SOURCE,
    severity: 'high',
    cues: ['http', 'https'],
    pattern:
      /["'][\w.-]{2,60}(?:\[[^\]\n]{1,60}\])?\s{1,2}@\s{1,2}https?:\/\/(?!(?:www\.)?(?:github|gitlab|bitbucket)\.)[^"'\s]{4,200}["']/,
    codeOnly: true,
    byHost: true,
    because: 'A requirement that comes from a server and not from the registry.',
  },
  {
    rule: PACKAGE_SOURCE,
    severity: 'low',
    cues: ['git'],
    pattern:
      /\b(?:pip3?|uv|pipx)\s{1,3}(?:pip\s{1,3})?(?:install|download)\b[^\n]{0,160}git\+(?:https?|ssh):/,
    because: 'A branch of a repository is whatever it is today.',
  },
  {
    rule: INSTALL_HOOK,
    severity: 'low',
    cues: ['postinstall', 'preinstall'],
    pattern: /"(?:pre|post)install"\s{0,2}:\s{0,2}"[^"\n]{1,300}"/,
    because: 'Runs when the package is installed.',
    codeOnly: true,
  },
  {
    rule: UNPINNED_PACKAGE,
    severity: 'info',
    cues: ['npx'],
    pattern: /\bnpx\s{1,3}(?:-y|--yes)\s{1,3}@?[\w./-]{2,80}(?=[\s"'`]|$)/m,
    because: 'The newest version runs, unseen.',
  },
];

import { defineRule } from '../engine/security-rule.ts';

export const untrustedPackageSource = defineRule({
  id: 'security/untrusted-package-source',
  title: 'Installs packages from an untrusted source',
  severity: 'high',
  why: 'A private index or archive can serve any code under any name.',
  remedy: 'Use the public registry, with versions and digests pinned.',
  owasp: ['ASI04', 'AST02'],
  patterns: [
    {
      severity: 'high',
      cues: ['http', 'https'],
      pattern:
        /["'][\w.-]{2,60}(?:\[[^\]\n]{1,60}\])?\s{1,2}@\s{1,2}https?:\/\/(?!(?:www\.)?(?:github|gitlab|bitbucket)\.)[^"'\s]{4,200}["']/,
      codeOnly: true,
      byHost: true,
      because: 'Installs a package from a server instead of the registry.',
    },
    {
      severity: 'low',
      cues: ['git'],
      pattern:
        /\b(?:pip3?|uv|pipx)\s{1,3}(?:pip\s{1,3})?(?:install|download)\b[^\n]{0,160}git\+(?:https?|ssh):/,
      because: 'Installs from a repository, whose content can change at any time.',
    },
  ],
});

import { defineRule } from '../engine/security-rule.ts';

export const unpinnedPackage = defineRule({
  id: 'security/unpinned-package',
  title: 'Installs an unpinned version',
  severity: 'info',
  why: 'A later version is not the code that was reviewed.',
  remedy: 'Pin the version.',
  owasp: ['ASI04', 'AST07'],
  showsNoIntent: true,
  patterns: [
    {
      severity: 'info',
      cues: ['npx'],
      pattern: /\bnpx\s{1,3}(?:-y|--yes)\s{1,3}@?[\w./-]{2,80}(?=[\s"'`]|$)/m,
      because: 'Runs the newest version of a package, which nobody has reviewed.',
    },
  ],
});

import { defineRule } from '../engine/security-rule.ts';

export const lookalikePackage = defineRule({
  id: 'security/lookalike-package',
  title: 'Installs a package whose name resembles a well-known one',
  severity: 'high',
  why: 'Typosquatters register names that are one typing mistake away from popular packages.',
  remedy: 'Check the name; install the package that was meant.',
  owasp: ['ASI04', 'AST02'],
});

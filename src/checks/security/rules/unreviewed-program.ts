import { defineRule } from '../engine/security-rule.ts';

export const unreviewedProgram = defineRule({
  id: 'security/unreviewed-program',
  title: 'Tells the user to download and run a program by hand',
  severity: 'high',
  why: 'Locked archives and commands to paste are how droppers get past scanners and reviews.',
  remedy: 'Name a package of a package manager, with a version, or ship the code.',
  owasp: ['ASI04', 'ASI09', 'AST01'],
  isExplainedInCourses: true,
  claims: [
    {
      severity: 'critical',
      slots: ['download', 'unpack', 'archivePassword'],
      gap: 20,
      anyOrder: true,
      needs: ['url|linkWord', 'runIt'],
      because:
        'Distributes a program in a locked archive, which scanners cannot open, together with its password.',
    },
    {
      severity: 'high',
      slots: ['copyPaste', 'command', 'terminal'],
      gap: 14,
      anyOrder: true,
      needs: ['url'],
      because: 'Has the user run a command from a page that nobody has reviewed.',
    },
    {
      severity: 'high',
      slots: ['download', 'tenantUrl|dropUrl', 'followVerb', 'deed|instruction|command'],
      gap: 8,
      because: 'Has the user install something according to a page that anybody could have written.',
    },
  ],
});

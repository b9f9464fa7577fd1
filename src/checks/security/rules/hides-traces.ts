import { defineRule } from '../engine/security-rule.ts';

export const hidesTraces = defineRule({
  id: 'security/hides-traces',
  title: 'Covers its tracks',
  severity: 'high',
  why: 'An incident is detected and understood through history and logs.',
  remedy: 'Leave history and logs alone.',
  owasp: ['ASI10', 'AST01'],
  patterns: [
    {
      severity: 'high',
      cues: [
        'history',
        'histfile',
        'histsize',
        'histfilesize',
        'bash_history',
        'zsh_history',
        'consolehost_history',
      ],
      pattern:
        /\bhistory\s{1,3}-c\b|\bunset\s{1,3}HISTFILE\b|HISTFILE=\/dev\/null|HISTSIZE=0|HISTFILESIZE=0|(?:rm|shred)\s[^\n]{0,40}\.(?:bash|zsh)_history|(?:>|truncate\s[^\n]{0,20})\s{0,2}["']?(?:~|\$HOME)\/\.(?:bash|zsh)_history|\bln\s{1,3}-\w{0,4}\s{1,3}\/dev\/null\s[^\n]{0,40}_history|Clear-History|Remove-Item[^\n]{0,60}ConsoleHost_history/,
      because: 'Deletes or disables the record of typed commands.',
    },
    {
      severity: 'high',
      cues: ['log'],
      pattern:
        /\b(?:rm|shred|truncate)\s[^\n]{0,60}\/var\/log\/(?:\*|auth|syslog|secure|wtmp|btmp|lastlog|audit|messages)|>\s{0,2}\/var\/log\/(?:auth|syslog|secure|wtmp|audit)/,
      because: 'Deletes logs of who did what on the machine.',
    },
    {
      severity: 'high',
      cues: ['logging', 'cloudtrail'],
      pattern:
        /\bgcloud\s{1,3}logging\s{1,3}(?:sinks|logs|buckets)\s{1,3}delete\b|\baws\s{1,3}cloudtrail\s{1,3}(?:stop-logging|delete-trail)\b/,
      because: 'Turns off or deletes the audit logs of a cloud account.',
    },
    {
      severity: 'high',
      cues: ['journalctl'],
      pattern: /\bjournalctl\b[^\n]{0,60}--vacuum-(?:time=\d{1,2}s|size=\d{1,2}[KM]?)(?=\s|$|["';&])/m,
      because: 'Empties the system journal by a limit that keeps almost nothing.',
    },
    {
      severity: 'high',
      cues: ['wevtutil'],
      pattern: /\bwevtutil(?:\.exe)?\s{1,3}cl\b|\bClear-EventLog\b/i,
      because: 'Clears the event logs of Windows.',
    },
  ],
  claims: [
    {
      severity: 'high',
      slots: ['clear', 'traces'],
      gap: 4,
      unless: ['careful', 'conditional'],
      needs: ['hide|silently|covertly'],
      because: 'Secretly deletes traces so that nobody can find out what was done.',
    },
    {
      severity: 'medium',
      slots: ['clear', 'traces'],
      gap: 4,
      unless: ['careful', 'conditional'],
      because: 'Deletes traces of what was done.',
    },
  ],
});

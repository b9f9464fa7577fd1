import type { CodePattern } from '../engine/patterns/code-pattern.ts';
import { MONEY } from '../rules/control.ts';
import { INSTALL_HOOK, PACKAGE_SOURCE, UNPINNED_PACKAGE } from '../rules/supply.ts';
import type { Of } from './of-rule.ts';

/** Keys that leave, and code that comes in. */
export const DATA_PATTERNS: readonly Of<CodePattern>[] = [
  {
    rule: MONEY,
    severity: 'high',
    cues: ['copy', 'writetext', 'clipboard', 'pbcopy'],
    pattern: /\b(?:pyperclip\.copy|clipboard\.writeText(?:Sync)?|Set-Clipboard|pbcopy|xclip\s{1,3}-i)\b/i,
    needs: /0x\[(?:a-f|0-9|A-F)[^\n]{0,20}\{40\}|\[13\]\[a-km-z|bc1\[|\(bc1\||T\[A-Za-z1-9\]\{33\}/,
    codeOnly: true,
    because: 'An address of a wallet that was copied is exchanged for another.',
  },
  {
    rule: MONEY,
    severity: 'high',
    cues: ['getbalance', 'get_balance'],
    pattern:
      /\b(\w{1,30})\s{0,2}=\s{0,2}(?:await\s{1,2})?[\w.]{1,60}\.get_?balance\([\s\S]{0,600}?(?:send_?transaction|transfer)\([\s\S]{0,300}?\b(?:value|lamports|amount)["']?\s{0,2}[:=][^}\n]{0,60}\b\1\b/i,
    needs: /PublicKey\(\s{0,2}["'][1-9A-HJ-NP-Za-km-z]{32,44}["']|["']0x[0-9a-fA-F]{40}["']/,
    codeOnly: true,
    because: 'What a wallet holds goes to an address in the code.',
  },
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

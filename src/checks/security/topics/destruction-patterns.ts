import type { CodePattern } from '../engine/patterns/code-pattern.ts';
import { DESTRUCTIVE, RANSOM, TRACES } from '../rules/control.ts';
import type { Of } from './of-rule.ts';

/** Destruction of data, history and logs. */
export const DESTRUCTION_PATTERNS: readonly Of<CodePattern>[] = [
  {
    rule: DESTRUCTIVE,
    severity: 'high',
    cues: ['find'],
    pattern:
      /\bfind\s[^\n]{0,80}-name\s{1,3}["']?\*?\.git["']?\s[^\n]{0,60}(?:-delete\b|rm\s{1,3}-[a-z]{0,3}[rf])/,
    because: 'The history of every repository goes.',
  },
  {
    rule: DESTRUCTIVE,
    severity: 'high',
    cues: ['rm'],
    pattern:
      /\brm\s{1,3}-[a-zA-Z]{0,4}[rf][a-zA-Z]{0,4}\s{1,3}["']?(?:~|\$HOME)\/\.(?:claude|codex|gemini|cursor|openclaw|ssh|gnupg|aws|config)(?:\/(?:memory|projects|\*))?\/?["']?(?:\s|$)/m,
    because: 'What the agent knows, or the keys of the user, are gone.',
  },

  {
    rule: DESTRUCTIVE,
    severity: 'high',
    cues: ['rm'],
    pattern:
      /\brm\s{1,3}(?:-{1,2}[a-zA-Z-]{1,24}\s{1,3}){0,4}-[a-zA-Z]{0,6}[rR][a-zA-Z]{0,6}\s{1,3}(?:-{1,2}[a-zA-Z-]{1,24}\s{1,3}){0,4}["']?(?:\/(?:\*|home|etc|usr|var|boot|bin|lib|opt|Users|System|Library)?\/?\*?|~\/?\*?|\$\{?HOME\}?\/?\*?|\/home\/\*|\.\/\.git)["']?(?=\s|$|[;&|)`])/m,
    because: 'Everything of the user or of the system goes.',
  },
  {
    rule: DESTRUCTIVE,
    severity: 'high',
    cues: ['rm'],
    pattern:
      /\brm\s{1,3}-[a-zA-Z]{0,6}[rR][a-zA-Z]{0,6}\s[^\n]{0,80}(?:~|\$\{?HOME\}?)\/(?:Documents|Pictures|Photos|Desktop|Music|Movies|Videos)\/?\*?["']?(?=\s|$|[;&|)`])/m,
    because: 'What the user made goes.',
  },
  {
    rule: DESTRUCTIVE,
    severity: 'high',
    cues: ['shred'],
    pattern: /\bfind\s{1,3}["']?(?:\/|~|\$\{?HOME\}?)["']?\s[^\n]{0,200}-exec\s{1,3}shred\b/,
    because: 'Files of the user are made unrecoverable.',
  },
  {
    rule: DESTRUCTIVE,
    severity: 'high',
    cues: ['rmtree'],
    pattern:
      /\brmtree\(\s{0,2}(?:os\.path\.expanduser\(\s{0,2}["']~["']\s{0,2}\)|["'](?:\/|~)["']|Path\.home\(\)|os\.environ\[["']HOME["']\])\s{0,2}[,)]/,
    because: 'The same in Python.',
  },
  {
    rule: DESTRUCTIVE,
    severity: 'high',
    cues: ['rmsync', 'rm', 'rmdirsync', 'rimraf', 'remove', 'emptydir'],
    pattern:
      /\b(?:rmSync|rm|rmdirSync|rimraf|removeSync|emptyDirSync)\(\s{0,2}(?:os\.)?(?:homedir\(\)|process\.env\.HOME|["']\/["'])\s{0,2}[,)]/,
    codeOnly: true,
    because: 'The same in JavaScript.',
  },
  {
    rule: DESTRUCTIVE,
    severity: 'medium',
    cues: ['destroy', 'auto'],
    pattern:
      /\b(?:terraform|tofu|terragrunt)\s[^\n]{0,40}destroy\b[^\n]{0,60}-auto-approve|\bpulumi\s{1,3}destroy\b[^\n]{0,40}(?:--yes|-y)\b/,
    because: 'Machines and their data go without a question.',
  },
  {
    rule: DESTRUCTIVE,
    severity: 'medium',
    cues: ['drop'],
    pattern: /\bDROP\s{1,3}(?:DATABASE|SCHEMA)\s{1,3}(?:IF\s{1,3}EXISTS\s{1,3})?[\w."$`]{1,60}/,
    because: 'A database goes with all that is in it.',
  },
  {
    rule: DESTRUCTIVE,
    severity: 'medium',
    cues: ['rb', 'delete'],
    pattern:
      /\baws\s{1,3}s3\s{1,3}rb\s[^\n]{0,80}--force|\bkubectl\s{1,3}delete\s[^\n]{0,60}--all\b|\bgcloud\s{1,3}projects\s{1,3}delete\b[^\n]{0,60}--quiet/,
    because: 'The same in a cloud.',
  },
  {
    rule: DESTRUCTIVE,
    severity: 'high',
    cues: ['dd'],
    pattern: /\bdd\s[^\n]{0,80}\bof=\/dev\/(?:sd|hd|nvme|disk|vd|xvd|mmcblk)[a-z0-9]/,
    needs: /if=\/dev\/(?:zero|u?random)/,
    because: 'A disk is overwritten.',
  },
  {
    rule: DESTRUCTIVE,
    severity: 'high',
    cues: ['mkfs'],
    pattern: /\bmkfs(?:\.\w{2,6})?\s[^\n]{0,40}\/dev\/(?:sd|hd|nvme|vd|xvd)/,
    because: 'A disk is formatted.',
  },
  {
    rule: DESTRUCTIVE,
    severity: 'high',
    cues: [],
    pattern: /:\(\)\s{0,2}\{\s{0,2}:\s{0,2}\|\s{0,2}:\s{0,2}&\s{0,2}\}\s{0,2};\s{0,2}:/,
    because: 'Starts itself until the machine stands still.',
  },
  {
    rule: DESTRUCTIVE,
    severity: 'high',
    cues: ['find'],
    pattern: /\bfind\s{1,3}(?:\/|~|\$HOME)\s[^\n]{0,80}(?:-delete\b|-exec\s{1,3}(?:rm|shred)\b)/,
    unless: /-name\s|-iname|-path|-empty|-regex/,
    because: 'Finds everything and deletes it.',
  },
  {
    rule: DESTRUCTIVE,
    severity: 'high',
    cues: ['remove'],
    pattern:
      /\bRemove-Item\s[^\n]{0,60}(?:C:\\(?:\s|\*|$)|\$env:USERPROFILE(?:\s|\\?\*|$)|\$HOME(?:\s|\\?\*|$))/i,
    because: 'The same on Windows.',
  },
  {
    rule: DESTRUCTIVE,
    severity: 'high',
    cues: ['vssadmin'],
    pattern: /\bvssadmin(?:\.exe)?\s{1,3}delete\s{1,3}shadows\b/i,
    because: 'The backups of Windows are deleted, as ransomware does first.',
  },
  {
    rule: RANSOM,
    severity: 'critical',
    cues: ['fernet', 'aes', 'encryptfile', 'pyaescrypt', 'encrypt', 'createcipheriv'],
    pattern:
      /\b(?:Fernet\s{0,2}\(|AES\.new\s{0,2}\(|encryptFile\s{0,2}\(|pyAesCrypt\.|\.encrypt\s{0,2}\(|createCipheriv\s{0,2}\()/,
    needs:
      /(?:os\.walk|\.rglob|glob\.glob|readdirSync|walkSync|scandir)[\s\S]{0,3000}(?:os\.(?:remove|unlink)|unlinkSync|\.unlink\(|\.locked|\.encrypted|\.enc["'])/,
    because: 'Walks through folders, encrypts and removes.',
  },
  {
    rule: RANSOM,
    severity: 'critical',
    cues: ['gpg', 'openssl'],
    pattern:
      /\b(?:find|for)\b[^\n]{0,160}\b(?:gpg\s[^\n]{0,60}(?:-c|--symmetric)|openssl\s{1,3}enc\b)[^\n]{0,200}\b(?:rm|shred)\b/,
    because: 'The same in a shell.',
  },

  {
    rule: TRACES,
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
    because: 'What was typed is not to be found.',
  },
  {
    rule: TRACES,
    severity: 'high',
    cues: ['log'],
    pattern:
      /\b(?:rm|shred|truncate)\s[^\n]{0,60}\/var\/log\/(?:\*|auth|syslog|secure|wtmp|btmp|lastlog|audit|messages)|>\s{0,2}\/var\/log\/(?:auth|syslog|secure|wtmp|audit)/,
    because: 'Logs of who did what are gone.',
  },
  {
    rule: TRACES,
    severity: 'high',
    cues: ['logging', 'cloudtrail'],
    pattern:
      /\bgcloud\s{1,3}logging\s{1,3}(?:sinks|logs|buckets)\s{1,3}delete\b|\baws\s{1,3}cloudtrail\s{1,3}(?:stop-logging|delete-trail)\b/,
    because: 'A cloud no longer writes down who did what.',
  },
  {
    rule: TRACES,
    severity: 'high',
    cues: ['journalctl'],
    pattern: /\bjournalctl\b[^\n]{0,60}--vacuum-(?:time=\d{1,2}s|size=\d{1,2}[KM]?)(?=\s|$|["';&])/m,
    because: 'The journal is emptied, not kept short.',
  },
  {
    rule: TRACES,
    severity: 'high',
    cues: ['wevtutil'],
    pattern: /\bwevtutil(?:\.exe)?\s{1,3}cl\b|\bClear-EventLog\b/i,
    because: 'The same on Windows.',
  },
];

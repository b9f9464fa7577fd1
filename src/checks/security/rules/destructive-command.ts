import { defineRule } from '../engine/security-rule.ts';

export const destructiveCommand = defineRule({
  id: 'security/destructive-command',
  title: 'Destroys data that cannot be recovered',
  severity: 'high',
  why: 'An agent runs it without the second look that a person would take.',
  remedy: 'Name the exact paths, ask first and keep a copy.',
  owasp: ['ASI02', 'ASI10'],
  patterns: [
    {
      severity: 'high',
      cues: ['find'],
      pattern:
        /\bfind\s[^\n]{0,80}-name\s{1,3}["']?\*?\.git["']?\s[^\n]{0,60}(?:-delete\b|rm\s{1,3}-[a-z]{0,3}[rf])/,
      because: 'Deletes the history of every repository that it finds.',
    },
    {
      severity: 'high',
      cues: ['rm'],
      pattern:
        /\brm\s{1,3}-[a-zA-Z]{0,4}[rf][a-zA-Z]{0,4}\s{1,3}["']?(?:~|\$HOME)\/\.(?:claude|codex|gemini|cursor|openclaw|ssh|gnupg|aws|config)(?:\/(?:memory|projects|\*))?\/?["']?(?:\s|$)/m,
      because: "Deletes the agent's memory and settings or the user's keys.",
    },
    {
      severity: 'high',
      cues: ['rm'],
      pattern:
        /\brm\s{1,3}(?:-{1,2}[a-zA-Z-]{1,24}\s{1,3}){0,4}-[a-zA-Z]{0,6}[rR][a-zA-Z]{0,6}\s{1,3}(?:-{1,2}[a-zA-Z-]{1,24}\s{1,3}){0,4}["']?(?:\/(?:\*|home|etc|usr|var|boot|bin|lib|opt|Users|System|Library)?\/?\*?|~\/?\*?|\$\{?HOME\}?\/?\*?|\/home\/\*|\.\/\.git)["']?(?=\s|$|[;&|)`])/m,
      because: 'Deletes everything of the user or of the system.',
    },
    {
      severity: 'high',
      cues: ['rm'],
      pattern:
        /\brm\s{1,3}-[a-zA-Z]{0,6}[rR][a-zA-Z]{0,6}\s[^\n]{0,80}(?:~|\$\{?HOME\}?)\/(?:Documents|Pictures|Photos|Desktop|Music|Movies|Videos)\/?\*?["']?(?=\s|$|[;&|)`])/m,
      because: 'Deletes the folders in which users keep their own files.',
    },
    {
      severity: 'high',
      cues: ['shred'],
      pattern: /\bfind\s{1,3}["']?(?:\/|~|\$\{?HOME\}?)["']?\s[^\n]{0,200}-exec\s{1,3}shred\b/,
      because: "Overwrites the user's files so that they cannot be recovered.",
    },
    {
      severity: 'high',
      cues: ['rmtree'],
      pattern:
        /\brmtree\(\s{0,2}(?:os\.path\.expanduser\(\s{0,2}["']~["']\s{0,2}\)|["'](?:\/|~)["']|Path\.home\(\)|os\.environ\[["']HOME["']\])\s{0,2}[,)]/,
      because: 'Deletes everything of the user or of the system in Python.',
    },
    {
      severity: 'high',
      cues: ['rmsync', 'rm', 'rmdirsync', 'rimraf', 'remove', 'emptydir'],
      pattern:
        /\b(?:rmSync|rm|rmdirSync|rimraf|removeSync|emptyDirSync)\(\s{0,2}(?:os\.)?(?:homedir\(\)|process\.env\.HOME|["']\/["'])\s{0,2}[,)]/,
      codeOnly: true,
      because: 'Deletes everything of the user or of the system in JavaScript.',
    },
    {
      severity: 'medium',
      cues: ['destroy', 'auto'],
      pattern:
        /\b(?:terraform|tofu|terragrunt)\s[^\n]{0,40}destroy\b[^\n]{0,60}-auto-approve|\bpulumi\s{1,3}destroy\b[^\n]{0,40}(?:--yes|-y)\b/,
      because: 'Destroys infrastructure and its data without asking for confirmation.',
    },
    {
      severity: 'medium',
      cues: ['drop'],
      pattern: /\bDROP\s{1,3}(?:DATABASE|SCHEMA)\s{1,3}(?:IF\s{1,3}EXISTS\s{1,3})?[\w."$`]{1,60}/,
      because: 'Deletes a database with all of its data.',
    },
    {
      severity: 'medium',
      cues: ['rb', 'delete'],
      pattern:
        /\baws\s{1,3}s3\s{1,3}rb\s[^\n]{0,80}--force|\bkubectl\s{1,3}delete\s[^\n]{0,60}--all\b|\bgcloud\s{1,3}projects\s{1,3}delete\b[^\n]{0,60}--quiet/,
      because: 'Deletes cloud resources and their data without asking for confirmation.',
    },
    {
      severity: 'high',
      cues: ['dd'],
      pattern: /\bdd\s[^\n]{0,80}\bof=\/dev\/(?:sd|hd|nvme|disk|vd|xvd|mmcblk)[a-z0-9]/,
      needs: /if=\/dev\/(?:zero|u?random)/,
      because: 'Overwrites a disk with zeros or random data.',
    },
    {
      severity: 'high',
      cues: ['mkfs'],
      pattern: /\bmkfs(?:\.\w{2,6})?\s[^\n]{0,40}\/dev\/(?:sd|hd|nvme|vd|xvd)/,
      because: 'Formats a disk.',
    },
    {
      severity: 'high',
      cues: [],
      pattern: /:\(\)\s{0,2}\{\s{0,2}:\s{0,2}\|\s{0,2}:\s{0,2}&\s{0,2}\}\s{0,2};\s{0,2}:/,
      because: 'A fork bomb starts itself until the machine stops responding.',
    },
    {
      severity: 'high',
      cues: ['find'],
      pattern: /\bfind\s{1,3}(?:\/|~|\$HOME)\s[^\n]{0,80}(?:-delete\b|-exec\s{1,3}(?:rm|shred)\b)/,
      unless: /-name\s|-iname|-path|-empty|-regex/,
      because: 'Finds all files of the user or of the system and deletes them.',
    },
    {
      severity: 'high',
      cues: ['remove'],
      pattern:
        /\bRemove-Item\s[^\n]{0,60}(?:C:\\(?:\s|\*|$)|\$env:USERPROFILE(?:\s|\\?\*|$)|\$HOME(?:\s|\\?\*|$))/i,
      because: 'Deletes everything of the user or of the system on Windows.',
    },
    {
      severity: 'high',
      cues: ['vssadmin'],
      pattern: /\bvssadmin(?:\.exe)?\s{1,3}delete\s{1,3}shadows\b/i,
      because: 'Deletes the shadow copies of Windows, as ransomware does before it encrypts files.',
    },
  ],
  claims: [
    {
      severity: 'high',
      slots: ['destroy', 'whole', 'precious'],
      gap: 2,
      unless: ['careful'],
      because: 'Destroys all important data without asking anyone.',
    },
    {
      severity: 'high',
      slots: ['erase', 'irreplaceable'],
      gap: 3,
      unless: ['careful', 'conditional'],
      because: 'Erases data that cannot be recovered, without asking anyone.',
    },
    {
      severity: 'high',
      slots: ['erase', 'memoryPath'],
      gap: 3,
      unless: ['careful', 'conditional'],
      because: 'Erases the file that holds what the agent was told to remember.',
    },
    {
      severity: 'high',
      slots: ['erase', 'whole', 'memory'],
      gap: 5,
      unless: ['careful', 'timing'],
      because: "Erases the agent's whole memory by its name.",
    },
    {
      severity: 'medium',
      slots: ['destroy', 'whole', 'versions'],
      gap: 2,
      unless: ['conditional'],
      because:
        'Deletes all earlier versions, which prevents recovery; the severity rises if nobody is asked.',
    },
  ],
});

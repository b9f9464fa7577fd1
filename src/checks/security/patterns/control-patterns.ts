import {
  AGENT_SETTINGS,
  BACKDOOR,
  DESTRUCTIVE,
  PERSISTENCE,
  PRIVILEGE,
  RANSOM,
  SAFETY_DISABLED,
  TRACES,
} from '../rules/control.ts';
import type { CodePattern } from './code-pattern.ts';

/** What makes a line that starts by itself an attack: it fetches, connects, decodes or hides. */
const PAYLOAD =
  'curl|wget|nc\\b|/dev/tcp|base64|python3?\\s+-c|bash\\s+-[ic]|/tmp/|\\beval\\b|nohup|2>&1\\s*&';

export const CONTROL_PATTERNS: readonly CodePattern[] = [
  {
    rule: PERSISTENCE,
    severity: 'high',
    cues: ['authorized_keys'],
    pattern:
      /(?:>>?|\btee\b[^\n|]{0,20}|\bcp\b[^\n]{0,80}|open\([^\n)]{0,80}|\bappend[^\n]{0,60})\s{0,3}["']?[^\s"'|]{0,80}\.ssh\/authorized_keys/,
    because: 'Whoever has the key logs in from then on.',
  },
  {
    rule: PERSISTENCE,
    severity: 'high',
    cues: ['crontab', 'cron'],
    pattern: new RegExp(
      `(?:(?:@reboot|@hourly|@daily|(?:[*\\d/,-]{1,8}\\s){5})[^\\n]{0,200}(?:${PAYLOAD})[^\\n]{0,200}(?:crontab|/etc/cron)|(?:crontab|/etc/cron)[^\\n]{0,200}(?:@reboot|(?:[*\\d/,-]{1,8}\\s){5})[^\\n]{0,200}(?:${PAYLOAD}))`,
    ),
    because: 'A job of the clock that fetches, connects or hides.',
  },
  {
    rule: PERSISTENCE,
    severity: 'medium',
    cues: ['crontab'],
    pattern: /\|\s{0,3}crontab\s{1,3}-|\bcrontab\s{1,3}-\s{0,3}(?:$|<)|>>?\s{0,3}\/etc\/cron/m,
    because: 'A job of the clock is added.',
  },
  {
    rule: PERSISTENCE,
    severity: 'high',
    cues: ['bashrc', 'zshrc', 'zshenv', 'profile', 'bash_profile', 'zprofile'],
    pattern: new RegExp(
      `(?:echo|printf|cat)\\b[^\\n]{0,300}(?:${PAYLOAD}|alias\\s+(?:sudo|ssh|git|ls|cd)=|PROMPT_COMMAND|LD_PRELOAD|trap\\b)[^\\n]{0,300}>>\\s{0,3}["']?[^\\s"']{0,60}\\.(?:bashrc|zshrc|zshenv|bash_profile|zprofile)`,
    ),
    unless:
      /export\s+\w{1,40}=["']?https?:|eval "\$\((?!curl|wget)|export PATH|source\s|\binit (?:bash|zsh)|completion|hook (?:bash|zsh)/,
    because: 'Every new shell runs it.',
  },
  {
    rule: PERSISTENCE,
    severity: 'low',
    cues: ['bashrc', 'zshrc', 'zshenv', 'profile', 'bash_profile', 'zprofile'],
    pattern: />>\s{0,3}["']?(?:~|\$HOME|\$\{HOME\})\/\.(?:bashrc|zshrc|profile|bash_profile|zshenv|zprofile)/,
    because: 'A startup file of the shell is changed.',
  },
  {
    rule: PERSISTENCE,
    severity: 'medium',
    cues: ['launchctl', 'launchagents', 'launchdaemons'],
    pattern:
      /\blaunchctl\s{1,3}(?:load|bootstrap|submit)\b|>\s{0,3}["']?[^\s"']{0,80}Library\/Launch(?:Agents|Daemons)\//,
    because: 'macOS starts it at every login.',
  },
  {
    rule: PERSISTENCE,
    severity: 'medium',
    cues: ['systemctl'],
    pattern: /\bsystemctl\s{1,3}(?:--user\s{1,3})?(?:--now\s{1,3})?enable\b/,
    needs: /(?:>|tee|cp|mv|open\()[^\n]{0,120}(?:systemd\/(?:system|user)|\.service)/,
    because: 'A service of its own starts at every boot.',
  },
  {
    rule: PERSISTENCE,
    severity: 'high',
    cues: ['currentversion'],
    pattern: /CurrentVersion\\{1,2}Run(?:Once)?\b/i,
    needs: /reg(?:\.exe)?\s+add|New-ItemProperty|Set-ItemProperty|winreg\.SetValueEx/i,
    because: 'Windows starts it at every login.',
  },
  {
    rule: PERSISTENCE,
    severity: 'medium',
    cues: ['schtasks'],
    pattern: /\bschtasks(?:\.exe)?\s[^\n]{0,40}\/create\b/i,
    because: 'A scheduled task of Windows.',
  },
  {
    rule: PERSISTENCE,
    severity: 'high',
    cues: ['hooks'],
    pattern: /(?:>>?|\btee\b)\s{0,3}["']?[^\s"']{0,60}\.git\/hooks\/[a-z-]{4,30}/,
    needs: new RegExp(PAYLOAD),
    because: 'Every commit runs it, and it goes to the network.',
  },
  {
    rule: PERSISTENCE,
    severity: 'medium',
    cues: ['hookspath', 'templatedir'],
    pattern: /git\s{1,3}config\s[^\n]{0,40}(?:core\.hooksPath|init\.templateDir)\s{1,3}\S/i,
    unless: /\.husky|\.githooks|\.hooks/,
    because: 'Hooks of every repository come from a folder of its choice.',
  },
  {
    rule: PERSISTENCE,
    severity: 'high',
    cues: ['ld_preload'],
    pattern:
      /LD_PRELOAD=["']?(?:\/tmp|\/dev\/shm|\/var\/tmp|~\/\.|\$HOME\/\.)\S{1,200}|>>?\s{0,3}\/etc\/ld\.so\.preload/,
    because: 'Every program loads its code.',
  },

  {
    rule: PERSISTENCE,
    severity: 'high',
    cues: ['helper'],
    pattern: /git\s{1,3}config\s[^\n]{0,30}credential\.helper\s{1,3}["']?!/,
    because: 'Every password that Git is given passes through it.',
  },
  {
    rule: PERSISTENCE,
    severity: 'medium',
    cues: ['git'],
    pattern:
      /git\s{1,3}config\s{1,3}--(?:global|system)\s{1,3}(?:core\.(?:sshCommand|pager|fsmonitor|editor)\s{1,3}["'][^"'\n]{0,80}(?:curl|wget|nc |bash|sh |\/tmp\/)|url\.)/,
    because: 'Git runs a command, or goes to another server, from then on.',
  },
  {
    rule: PERSISTENCE,
    severity: 'high',
    cues: ['alias'],
    pattern:
      /git\s{1,3}config\s[^\n]{0,30}alias\.\w{1,30}\s{1,3}["']![^\n]{0,200}\b(?:curl|wget|nc|base64)\b/,
    because: 'A command of Git does more than its name says.',
  },
  {
    rule: BACKDOOR,
    severity: 'high',
    cues: ['useradd'],
    pattern: /\buseradd\s[^\n]{0,60}(?:-o\s{1,3}-u\s{1,3}0|-u\s{1,3}0\s{1,3}-o)\b/,
    because: 'A second root.',
  },
  {
    rule: BACKDOOR,
    severity: 'medium',
    cues: ['permitrootlogin'],
    pattern: /PermitRootLogin\s{1,3}yes/,
    because: 'Anybody with the password is root from afar.',
  },
  {
    rule: BACKDOOR,
    severity: 'high',
    cues: ['ssh'],
    pattern: /\bssh\s[^\n]{0,80}-R\s{0,3}\S{0,40}:(?:localhost|127\.0\.0\.1):22\b/,
    because: 'A way in from outside past every firewall.',
  },
  {
    rule: PRIVILEGE,
    severity: 'medium',
    cues: ['sudo'],
    pattern: /\b(?:cat|echo)\s[^\n|]{1,120}\|\s{0,3}sudo\s{1,3}-S\b/,
    because: 'A password is kept and used without its owner.',
  },
  {
    rule: SAFETY_DISABLED,
    severity: 'high',
    cues: [
      'anthropic_base_url',
      'openai_base_url',
      'openai_api_base',
      'claude_base_url',
      'gemini_base_url',
      'anthropic_api_url',
      'openai_api_url',
    ],
    pattern:
      /\b(?:ANTHROPIC|OPENAI|CLAUDE|GEMINI)_(?:BASE_URL|API_BASE|API_URL)["']?\s{0,2}[=:]\s{0,2}["']?https?:\/\/[^\s"'`]{4,200}/,
    byHost: true,
    because: 'Everything said to the model, and its key, goes through a host of somebody else.',
  },
  {
    rule: DESTRUCTIVE,
    severity: 'high',
    cues: ['find'],
    pattern:
      /\bfind\s[^\n]{0,80}-name\s{1,3}["']?\.git["']?\s[^\n]{0,60}(?:-delete\b|rm\s{1,3}-[a-z]{0,3}[rf])/,
    because: 'The history of every repository goes.',
  },
  {
    rule: PERSISTENCE,
    severity: 'high',
    cues: ['alias'],
    pattern:
      /\balias\s{1,3}(?:sudo|ssh|git|su|passwd|gpg)=["'][^"'\n]{0,200}(?:curl|wget|nc |tee |\/tmp\/|base64)/,
    because: 'A command of the user is replaced by one that listens in.',
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
    rule: DESTRUCTIVE,
    severity: 'high',
    cues: ['rm'],
    pattern:
      /\brm\s{1,3}-[a-zA-Z]{0,4}[rf][a-zA-Z]{0,4}\s{1,3}["']?(?:~|\$HOME)\/\.(?:claude|codex|gemini|cursor|openclaw|ssh|gnupg|aws|config)(?:\/(?:memory|projects|\*))?\/?["']?(?:\s|$)/m,
    because: 'What the agent knows, or the keys of the user, are gone.',
  },
  {
    rule: SAFETY_DISABLED,
    severity: 'high',
    cues: [
      'dangerouslydisablesandbox',
      'autoapproveall',
      'autoapprove',
      'skippermissions',
      'bypasspermissions',
      'disablesafety',
      'allowalltools',
      'trustalltools',
      'skipdangerousmodepermissionprompt',
      'enableallprojectmcpservers',
    ],
    pattern:
      /["']?(?:dangerouslyDisableSandbox|autoApproveAll|autoApprove|skipPermissions|bypassPermissions|disableSafety|allowAllTools|trustAllTools|skipDangerousModePermissionPrompt|enableAllProjectMcpServers)["']?\s{0,2}[:=]\s{0,2}["']?(?:true|all|\*|1|\["\*"\])/i,
    because: 'The agent stops asking.',
  },
  {
    rule: SAFETY_DISABLED,
    severity: 'high',
    cues: ['defaultmode'],
    pattern: /["']?defaultMode["']?\s{0,2}:\s{0,2}["']bypassPermissions["']/,
    because: 'The same, in the settings of one agent.',
  },
  {
    rule: SAFETY_DISABLED,
    severity: 'high',
    cues: ['allow'],
    pattern: /["']allow["']\s{0,2}:\s{0,2}\[\s{0,8}["'](?:\*|Bash(?:\(\*\)|\(\*:\*\))?)["']/,
    because: 'Every command is allowed without a question.',
  },
  {
    rule: SAFETY_DISABLED,
    severity: 'medium',
    cues: ['dangerously', 'yolo', 'trust', 'allow'],
    pattern:
      /--(?:dangerously-skip-permissions|dangerously-bypass-approvals-and-sandbox|yolo|no-sandbox-all|trust-all-tools|allow-all-tools)\b/,
    because: 'An agent is started without its controls.',
  },
  {
    rule: SAFETY_DISABLED,
    severity: 'high',
    cues: ['spctl'],
    pattern: /\bspctl\s{1,3}--(?:master-disable|global-disable)\b/,
    because: 'Gatekeeper keeps unsigned programs from starting.',
  },
  {
    rule: SAFETY_DISABLED,
    severity: 'medium',
    cues: ['xattr'],
    pattern:
      /\bxattr\s[^\n]{0,20}(?:-[a-z]{0,3}d[a-z]{0,3}\s{1,3}com\.apple\.quarantine|-[a-z]{0,3}c[a-z]{0,3}\b)/,
    because: 'The mark that has a download checked before it first runs is removed.',
  },
  {
    rule: SAFETY_DISABLED,
    severity: 'high',
    cues: ['mppreference'],
    pattern:
      /(?:Set|Add)-MpPreference\s[^\n]{0,60}-(?:Disable\w{4,40}\s{1,3}(?:\$true|1)|Exclusion(?:Path|Process|Extension))/i,
    because: 'The virus scanner is told to look away.',
  },
  {
    rule: SAFETY_DISABLED,
    severity: 'high',
    cues: ['setenforce'],
    pattern: /\bsetenforce\s{1,3}0\b/,
    because: 'Mandatory access control is off.',
  },
  {
    rule: SAFETY_DISABLED,
    severity: 'high',
    cues: ['firewalld', 'advfirewall', 'iptables'],
    pattern:
      /\bufw\s{1,3}disable\b|\biptables\s{1,3}-F\b|advfirewall\s{1,3}set\s{1,3}\w{1,20}\s{1,3}state\s{1,3}off|systemctl\s{1,3}(?:stop|disable)\s[^\n]{0,20}firewalld/i,
    because: 'The firewall is off.',
  },
  {
    rule: SAFETY_DISABLED,
    severity: 'high',
    cues: ['ufw'],
    pattern: /\bufw\s{1,3}disable\b/,
    because: 'The firewall is off.',
  },
  {
    rule: SAFETY_DISABLED,
    severity: 'medium',
    cues: ['node_tls_reject_unauthorized'],
    pattern: /NODE_TLS_REJECT_UNAUTHORIZED["']?\]?\s{0,2}=\s{0,2}["']?0/,
    because: 'No certificate is checked any more.',
  },
  {
    rule: SAFETY_DISABLED,
    severity: 'low',
    cues: ['verify', 'rejectunauthorized', '_create_unverified_context', 'sslverify', 'strict'],
    pattern:
      /\bverify\s{0,2}=\s{0,2}False\b|rejectUnauthorized\s{0,2}:\s{0,2}false|ssl\._create_unverified_context|http\.sslVerify\s{1,3}false|strict-ssl\s{1,3}false/,
    because: 'A connection is not checked.',
    codeOnly: true,
  },
  {
    rule: SAFETY_DISABLED,
    severity: 'low',
    cues: ['verify'],
    pattern: /\bgit\s{1,3}(?:commit|push)\b[^\n]{0,80}--no-verify\b/,
    because: 'The checks of the repository are skipped.',
  },
  {
    rule: AGENT_SETTINGS,
    severity: 'medium',
    cues: ['policies'],
    pattern:
      /edit_file\(\s{0,3}["'][^"'\n]{0,80}(?:polic(?:y|ies)|permissions?|settings|guardrails?)[^"'\n]{0,20}\.(?:json|ya?ml|toml)["']/i,
    because: 'The rules of the agent are edited by the agent.',
  },

  {
    rule: PRIVILEGE,
    severity: 'high',
    cues: ['nopasswd'],
    pattern: /NOPASSWD\s{0,2}:\s{0,2}ALL/,
    needs: /sudoers|visudo/,
    because: 'Everything runs as root without a password.',
  },
  {
    rule: PRIVILEGE,
    severity: 'high',
    cues: ['chmod'],
    pattern: /\bchmod\s{1,3}(?:-R\s{1,3})?(?:[ugoa]{0,3}\+[rwx]{0,3}s|[46][0-7]{3})\s/,
    because: 'Whoever runs the file becomes its owner.',
  },
  {
    rule: PRIVILEGE,
    severity: 'high',
    cues: ['docker'],
    pattern:
      /\bdocker\s{1,3}run\b[^\n]{0,160}(?:-v|--volume)[=\s]\s{0,2}\/:\/|\bdocker\s{1,3}run\b[^\n]{0,160}--privileged[^\n]{0,160}(?:nsenter|chroot|--pid[= ]host)/,
    because: 'The container owns the machine.',
  },
  {
    rule: PRIVILEGE,
    severity: 'medium',
    cues: ['chmod'],
    pattern: /\bchmod\s{1,3}(?:-R\s{1,3})?0?777\s{1,3}(?:-R\s{1,3})?(?:\/|~|\$HOME)/,
    because: 'Everybody may change it.',
  },
  {
    rule: PRIVILEGE,
    severity: 'medium',
    cues: ['clusterrolebinding'],
    pattern: /clusterrolebinding\s[^\n]{0,120}--clusterrole[= ]cluster-admin/,
    because: 'Whoever has the account owns the cluster.',
  },
  {
    rule: PRIVILEGE,
    severity: 'medium',
    cues: ['usermod'],
    pattern: /\busermod\s[^\n]{0,40}-[a-zA-Z]{0,3}G\s{1,3}(?:sudo|wheel|root|admin)\b/,
    because: 'An account gets the rights of an administrator.',
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
      /\bhistory\s{1,3}-c\b|\bunset\s{1,3}HISTFILE\b|HISTFILE=\/dev\/null|HISTSIZE=0|HISTFILESIZE=0|(?:rm|shred)\s[^\n]{0,40}\.(?:bash|zsh)_history|(?:>|truncate\s[^\n]{0,20})\s{0,2}["']?(?:~|\$HOME)\/\.(?:bash|zsh)_history|Clear-History|Remove-Item[^\n]{0,60}ConsoleHost_history/,
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
    cues: ['wevtutil'],
    pattern: /\bwevtutil(?:\.exe)?\s{1,3}cl\b|\bClear-EventLog\b/i,
    because: 'The same on Windows.',
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
    cues: ['rmtree'],
    pattern:
      /\brmtree\(\s{0,2}(?:os\.path\.expanduser\(\s{0,2}["']~["']\s{0,2}\)|["'](?:\/|~)["']|Path\.home\(\)|os\.environ\[["']HOME["']\])\s{0,2}[,)]/,
    because: 'The same in Python.',
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
    unless: /-name\s|-mtime|-iname|-path|-atime|-empty/,
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
];

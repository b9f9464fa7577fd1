import { defineRule } from '../engine/security-rule.ts';

/** A line that starts by itself is an attack if it fetches, connects, decodes or hides. */
const PAYLOAD =
  'curl|wget|\\bnc\\b|/dev/tcp|base64|python3?\\s+-c|bash\\s+-[ic]|/tmp/|\\beval\\b|nohup|2>&1\\s*&';

export const persistence = defineRule({
  id: 'security/persistence',
  title: 'Installs persistence',
  severity: 'medium',
  why: 'What starts with the shell, on a schedule or on the next commit remains after the skill is removed.',
  remedy: 'Tell the user what to set up, and how to undo it.',
  owasp: ['ASI10', 'AST01'],
  patterns: [
    {
      severity: 'high',
      cues: ['authorized_keys'],
      pattern:
        /(?:>>?|\btee\b[^\n|]{0,20}|\bcp\b[^\n]{0,80}|open\([^\n)]{0,80}|\bappend[^\n]{0,60})\s{0,3}["']?[^\s"'|]{0,80}\.ssh\/authorized_keys/,
      because: 'Adds a key with which its owner can log in from then on.',
    },
    {
      severity: 'high',
      cues: ['crontab', 'cron'],
      pattern: new RegExp(
        `(?:(?:@reboot|@hourly|@daily|(?:[*\\d/,-]{1,8}\\s){5})[^\\n]{0,200}(?:${PAYLOAD})[^\\n]{0,200}(?:crontab|/etc/cron)|(?:crontab|/etc/cron)[^\\n]{0,200}(?:@reboot|(?:[*\\d/,-]{1,8}\\s){5})[^\\n]{0,200}(?:${PAYLOAD}))`,
      ),
      because: 'Adds a cron job that downloads, connects or hides.',
    },
    {
      severity: 'medium',
      cues: ['crontab'],
      pattern: /\|\s{0,3}crontab\s{1,3}-|\bcrontab\s{1,3}-\s{0,3}(?:$|<)|>>?\s{0,3}\/etc\/cron/m,
      because: 'Adds a cron job.',
    },
    {
      severity: 'high',
      cues: ['bashrc', 'zshrc', 'zshenv', 'profile', 'bash_profile', 'zprofile'],
      pattern: new RegExp(
        `(?:echo|printf|cat)\\b[^\\n]{0,300}(?:${PAYLOAD}|alias\\s+(?:sudo|ssh|git|ls|cd)=|PROMPT_COMMAND|LD_PRELOAD|trap\\b)[^\\n]{0,300}>>\\s{0,3}["']?[^\\s"']{0,60}\\.(?:bashrc|zshrc|zshenv|bash_profile|zprofile)`,
      ),
      unless:
        /export\s+\w{1,40}=["']?https?:|eval "\$\((?!curl|wget)|export PATH|source\s|\binit (?:bash|zsh)|completion|hook (?:bash|zsh)/,
      because: 'Adds a command that downloads, connects or hides to a file that every new shell runs.',
    },
    {
      severity: 'low',
      cues: ['bashrc', 'zshrc', 'zshenv', 'profile', 'bash_profile', 'zprofile'],
      pattern:
        />>\s{0,3}["']?(?:~|\$HOME|\$\{HOME\})\/\.(?:bashrc|zshrc|profile|bash_profile|zshenv|zprofile)/,
      because: 'Changes a startup file of the shell.',
    },
    {
      severity: 'medium',
      cues: ['launchctl', 'launchagents', 'launchdaemons'],
      pattern:
        /\blaunchctl\s{1,3}(?:load|bootstrap|submit)\b|>\s{0,3}["']?[^\s"']{0,80}Library\/Launch(?:Agents|Daemons)\//,
      because: 'Registers a program that macOS starts at every login.',
    },
    {
      severity: 'medium',
      cues: ['systemctl'],
      pattern: /\bsystemctl\s{1,3}(?:--user\s{1,3})?(?:--now\s{1,3})?enable\b/,
      needs: /(?:>|tee|cp|mv|open\()[^\n]{0,120}(?:systemd\/(?:system|user)|\.service)/,
      because: 'Installs a service of its own that starts at every boot.',
    },
    {
      severity: 'high',
      cues: ['currentversion'],
      pattern: /CurrentVersion\\{1,2}Run(?:Once)?\b/i,
      needs: /reg(?:\.exe)?\s+add|New-ItemProperty|Set-ItemProperty|winreg\.SetValueEx/i,
      because: 'Registers a program that Windows starts at every login.',
    },
    {
      severity: 'medium',
      cues: ['schtasks'],
      pattern: /\bschtasks(?:\.exe)?\s[^\n]{0,40}\/create\b/i,
      because: 'Creates a scheduled task on Windows.',
    },
    {
      severity: 'high',
      cues: ['hooks'],
      pattern: /(?:>>?|\btee\b)\s{0,3}["']?[^\s"']{0,60}\.git\/hooks\/[a-z-]{4,30}/,
      needs: new RegExp(PAYLOAD),
      because: 'Installs a Git hook that downloads, connects or hides.',
    },
    {
      severity: 'medium',
      cues: ['hookspath', 'templatedir'],
      pattern: /git\s{1,3}config\s[^\n]{0,40}(?:core\.hooksPath|init\.templateDir)\s{1,3}\S/i,
      unless: /\.husky|\.githooks|\.hooks/,
      because: 'Takes the hooks of every repository from a folder of its own choice.',
    },
    {
      severity: 'high',
      cues: ['ld_preload'],
      pattern:
        /LD_PRELOAD=["']?(?:\/tmp|\/dev\/shm|\/var\/tmp|~\/\.|\$HOME\/\.)\S{1,200}|>>?\s{0,3}\/etc\/ld\.so\.preload/,
      because: 'Makes every program load its code.',
    },
    {
      severity: 'high',
      cues: ['helper'],
      pattern: /git\s{1,3}config\s[^\n]{0,30}credential\.helper\s{1,3}["']?!/,
      because: 'Passes every password that Git uses through a command.',
    },
    {
      severity: 'high',
      cues: ['insteadof'],
      pattern: /git\s{1,3}config\s[^\n]{0,30}url\.["']?https?:\/\/[^\s"']{4,200}["']?\.insteadOf\b/i,
      byHost: true,
      because: 'Makes Git fetch from another server than the one that is named.',
    },
    {
      severity: 'medium',
      cues: ['git'],
      pattern:
        /git\s{1,3}config\s{1,3}--(?:global|system)\s{1,3}(?:core\.(?:sshCommand|pager|fsmonitor|editor)\s{1,3}["'][^"'\n]{0,80}(?:curl|wget|nc |bash|sh |\/tmp\/)|url\.)/,
      because: 'Makes Git run a command or use another server from then on.',
    },
    {
      severity: 'high',
      cues: ['alias'],
      pattern:
        /git\s{1,3}config\s[^\n]{0,30}alias\.\w{1,30}\s{1,3}["']![^\n]{0,200}\b(?:curl|wget|nc|base64)\b/,
      because: 'Defines a Git command that does more than its name says.',
    },
    {
      severity: 'high',
      cues: ['alias'],
      pattern:
        /\balias\s{1,3}(?:sudo|ssh|git|su|passwd|gpg)=["'][^\n]{0,200}(?:curl|wget|nc |tee |\/tmp\/|base64)/,
      because: 'Replaces a command of the user by an alias that can intercept input.',
    },
    {
      severity: 'high',
      cues: ['sudo', 'ssh', 'su', 'passwd', 'gpg'],
      pattern:
        /\b(?:sudo|ssh|su|passwd|gpg)\s{0,2}\(\)\s{0,2}\{[^\n]{0,200}\b(?:read\s{1,2}-\w{0,3}s|curl|wget|nc|base64)\b/,
      because: 'Replaces a command of the user by a function that can intercept input.',
    },
    {
      severity: 'high',
      cues: ['hookspath'],
      pattern: /core\.hooksPath\s{1,3}["']?(?:\/tmp|\/var\/tmp|\/dev\/shm|\$TMPDIR)\b/i,
      because: 'Takes the hooks of every repository from a folder to which anybody can write.',
    },
  ],
});

import { defineRule } from '../engine/security-rule.ts';

export const reverseShell = defineRule({
  id: 'security/reverse-shell',
  title: 'Opens a reverse shell',
  severity: 'critical',
  why: 'Anybody at the other end can run commands as the user.',
  remedy: 'Remove it.',
  owasp: ['ASI05', 'ASI10', 'AST01'],
  isExplainedInCourses: true,
  patterns: [
    {
      severity: 'critical',
      cues: ['tcp', 'udp'],
      pattern: /\/dev\/(?:tcp|udp)\/[^\s'"]{3,120}/,
      needs: /\bsh\s+-i\b|0>&1|<>\s*\/dev\/tcp|>&\s*\/dev\/tcp|\bexec\s+\d+<>/,
      because: 'Connects the input and output of a shell to another machine.',
    },
    {
      severity: 'critical',
      cues: ['nc', 'ncat', 'netcat'],
      pattern:
        /\b(?:nc|ncat|netcat)(?:\.exe)?\s[^\n|]{0,120}-(?:[a-z]{0,4}e|c)\s{1,3}\S{0,40}(?:sh|bash|cmd|powershell)(?:\.exe)?\b/i,
      because: 'Connects a shell to another machine with netcat.',
    },
    {
      severity: 'critical',
      cues: ['mkfifo'],
      pattern: /\bmkfifo\b[^\n]{0,200}\b(?:nc|ncat|netcat|openssl s_client|telnet)\b/,
      because: 'Connects a shell to another machine through a named pipe.',
    },
    {
      severity: 'critical',
      cues: ['socat'],
      pattern: /\bsocat\b[^\n]{0,160}\bexec:/i,
      because: 'Connects a program to another machine with socat.',
    },
    {
      severity: 'critical',
      cues: ['dup2'],
      pattern: /\bos\.dup2\s{0,3}\(/,
      needs: /socket[\s\S]{0,4000}(?:pty\.spawn|subprocess|\/bin\/|os\.exec)/,
      because: 'Connects the input and output of a shell to a socket in Python.',
    },
    {
      severity: 'critical',
      cues: ['tcpclient'],
      pattern: /Net\.Sockets\.TCPClient\b/i,
      needs: /iex|Invoke-Expression|GetStream/i,
      because: 'Connects a shell to another machine in PowerShell.',
    },
    {
      severity: 'critical',
      cues: ['rsocket', 'msocket', 'fsockopen', 'mio'],
      pattern:
        /\b(?:ruby|perl|php)\b[^\n]{0,60}\s-(?:rsocket|MIO|MSocket|r)\b[^\n]{0,300}\b(?:exec|fsockopen|sh -i)\b/i,
      because: 'Connects a shell to another machine in a one-liner of Ruby, Perl or PHP.',
    },
    {
      severity: 'critical',
      cues: ['child_process'],
      pattern: /\.pipe\(\s{0,3}\w{1,20}\.stdin\s{0,3}\)/,
      needs: /net\.(?:Socket|connect|createConnection)|new\s+\w{0,10}\.?Socket/,
      because: 'Connects a shell to another machine in JavaScript.',
    },
    {
      severity: 'critical',
      cues: ['stdin', 'stdout'],
      pattern: /\b(?:open|reopen)\s{0,2}\(?\s{0,2}\*?STD(?:IN|OUT)\b[^\n]{0,20}&/,
      needs: /socket[\s\S]{0,4000}\b(?:exec|system|sh)\b/i,
      codeOnly: true,
      because: 'Connects a shell to another machine in a Perl script.',
    },
    {
      severity: 'critical',
      cues: ['stdin'],
      pattern: /\.Stdin\s{0,2}(?:,[^=\n]{0,60})?=\s{0,2}\w{1,20}\b/,
      needs:
        /net\.Dial(?:Timeout)?\([\s\S]{0,2000}exec\.Command\(\s{0,2}"(?:\/bin\/\w{0,4}sh|cmd|powershell)/,
      codeOnly: true,
      because: 'Connects a shell to another machine in Go.',
    },
    {
      severity: 'critical',
      cues: ['fsockopen', 'tcpsocket'],
      pattern: /\b(?:fsockopen\s{0,2}\(|TCPSocket\.(?:new|open)\s{0,2}\()/,
      needs:
        /proc_open\s{0,2}\(|shell_exec\s{0,2}\(|IO\.popen|\bspawn\b[^\n]{0,60}\b(?:in|out):|\bexec\b[^\n]{0,40}\bsh\b/,
      codeOnly: true,
      because: 'Connects a shell to another machine in PHP or Ruby.',
    },
  ],
});

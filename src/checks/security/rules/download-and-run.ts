import { defineRule } from '../engine/security-rule.ts';

export const downloadAndRun = defineRule({
  id: 'security/download-and-run',
  title: 'Runs what it downloads',
  severity: 'high',
  why: 'The code that runs is not the code that was reviewed, and its host can change it for anybody at any time.',
  remedy: 'Ship the script, or pin a version and check its digest before it runs.',
  owasp: ['ASI04', 'ASI05', 'AST02'],
  isExplainedInCourses: true,
  patterns: [
    {
      severity: 'high',
      cues: ['iex'],
      pattern:
        /\biex\b[^\n]{0,120}\b(?:iwr|irm|curl|Invoke-WebRequest|Invoke-RestMethod|DownloadString|WebClient)\b|\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\b[^\n]{0,200}\|\s{0,3}iex\b/i,
      byHost: true,
      because: 'Runs what it downloads with PowerShell.',
    },
    {
      severity: 'high',
      cues: ['expression'],
      pattern:
        /Invoke-Expression\b[^\n]{0,200}\b(?:Invoke-WebRequest|Invoke-RestMethod|DownloadString|iwr|irm)\b/i,
      byHost: true,
      because: 'Runs what it downloads with PowerShell, by the full name of the command.',
    },
    {
      severity: 'high',
      cues: ['eval'],
      pattern:
        /\beval\s{0,2}\(?\s{0,2}(?:URI\.open|open|Net::HTTP\.get|HTTP\.get|get|file_get_contents|curl_exec)\s{0,2}\(\s{0,2}["']https?:/,
      byHost: true,
      because: 'Runs what it downloads in Ruby, Perl or PHP.',
    },
    {
      severity: 'high',
      cues: ['eval'],
      pattern:
        /(\$?\b\w{1,30})\s{0,3}=\s{0,3}(?:`[^`\n]{0,120}\b(?:curl|wget)\b[^`\n]{0,200}`|(?:shell_exec|file_get_contents|Net::HTTP\.get|URI\.open|get)\s{0,2}\()[\s\S]{0,500}?\beval\b\s{0,2}\(?\s{0,2}\1\b/,
      codeOnly: true,
      because: 'Downloads into a variable and evaluates the variable later.',
    },
    {
      severity: 'high',
      cues: ['curl', 'wget'],
      pattern:
        /\b(?:curl|wget)\b[^\n|]{0,300}\|\s{0,3}(?:sudo\s{1,3})?(?:(?:ba|z|da|k)?sh\b|python3?\s{1,2}-|node\s{1,2}-|(?:ruby|perl|php)(?=["'`)\n]|$))/m,
      codeOnly: true,
      byHost: true,
      because:
        'Pipes a download to an interpreter in build files and notebooks, which the shell parser does not read.',
    },
    {
      severity: 'high',
      cues: ['mshta'],
      pattern: /\bmshta(?:\.exe)?\s{1,3}["']?(?:https?:|javascript:|vbscript:)/i,
      because: 'Runs a script from an address with a Windows program.',
    },
    {
      severity: 'high',
      cues: ['regsvr32'],
      pattern: /\bregsvr32\b[^\n]{0,80}\/i:\s{0,2}https?:/i,
      because: 'Registers a script from an address with a Windows program, which runs it.',
    },
    {
      severity: 'high',
      cues: ['certutil'],
      pattern: /\bcertutil(?:\.exe)?\b[^\n]{0,60}-(?:urlcache|decode)\b/i,
      because: 'Uses a certificate tool to fetch or decode programs.',
    },
    {
      severity: 'high',
      cues: ['bitsadmin'],
      pattern: /\bbitsadmin(?:\.exe)?\b[^\n]{0,60}\/transfer\b/i,
      because: 'Uses the Windows transfer service to fetch programs.',
    },
    {
      severity: 'high',
      cues: ['fetch'],
      pattern:
        /\bfetch\([^\n]{0,200}\.then\(\s{0,2}(?:eval|Function)\s{0,2}\)|\bon[a-z]{3,12}\s{0,2}=\s{0,2}["'][^\n]{0,120}\bfetch\([^\n]{0,160}\beval\(/,
      byHost: true,
      because: 'A page runs what it fetches.',
    },
  ],
});

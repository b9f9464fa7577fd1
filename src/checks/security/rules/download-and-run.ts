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
      because: 'PowerShell’s way to run what it downloads.',
    },
    {
      severity: 'high',
      cues: ['expression'],
      pattern:
        /Invoke-Expression\b[^\n]{0,200}\b(?:Invoke-WebRequest|Invoke-RestMethod|DownloadString|iwr|irm)\b/i,
      byHost: true,
      because: 'The same, written out.',
    },
    {
      severity: 'high',
      cues: ['eval'],
      pattern:
        /\beval\s{0,2}\(?\s{0,2}(?:URI\.open|open|Net::HTTP\.get|HTTP\.get|get|file_get_contents|curl_exec)\s{0,2}\(\s{0,2}["']https?:/,
      byHost: true,
      because: 'The same in Ruby, Perl and PHP.',
    },
    {
      severity: 'high',
      cues: ['eval'],
      pattern:
        /(\$?\b\w{1,30})\s{0,3}=\s{0,3}(?:`[^`\n]{0,120}\b(?:curl|wget)\b[^`\n]{0,200}`|(?:shell_exec|file_get_contents|Net::HTTP\.get|URI\.open|get)\s{0,2}\()[\s\S]{0,500}?\beval\b\s{0,2}\(?\s{0,2}\1\b/,
      codeOnly: true,
      because: 'The same in two steps.',
    },
    {
      severity: 'high',
      cues: ['curl', 'wget'],
      pattern:
        /\b(?:curl|wget)\b[^\n|]{0,300}\|\s{0,3}(?:sudo\s{1,3})?(?:(?:ba|z|da|k)?sh\b|python3?\s{1,2}-|node\s{1,2}-|(?:ruby|perl|php)(?=["'`)\n]|$))/m,
      codeOnly: true,
      byHost: true,
      because: 'The same in build files and notebooks, whose commands are in other grammars.',
    },
    {
      severity: 'high',
      cues: ['mshta'],
      pattern: /\bmshta(?:\.exe)?\s{1,3}["']?(?:https?:|javascript:|vbscript:)/i,
      because: 'A Windows program that runs what stands at an address.',
    },
    {
      severity: 'high',
      cues: ['regsvr32'],
      pattern: /\bregsvr32\b[^\n]{0,80}\/i:\s{0,2}https?:/i,
      because: 'The same.',
    },
    {
      severity: 'high',
      cues: ['certutil'],
      pattern: /\bcertutil(?:\.exe)?\b[^\n]{0,60}-(?:urlcache|decode)\b/i,
      because: 'A certificate tool used to fetch or unpack programs.',
    },
    {
      severity: 'high',
      cues: ['bitsadmin'],
      pattern: /\bbitsadmin(?:\.exe)?\b[^\n]{0,60}\/transfer\b/i,
      because: 'The same with another tool.',
    },
    {
      severity: 'high',
      cues: ['fetch'],
      pattern:
        /\bfetch\([^\n]{0,200}\.then\(\s{0,2}(?:eval|Function)\s{0,2}\)|\bon[a-z]{3,12}\s{0,2}=\s{0,2}["'][^\n]{0,120}\bfetch\([^\n]{0,160}\beval\(/,
      byHost: true,
      because: 'A page that runs what it fetches.',
    },
  ],
});

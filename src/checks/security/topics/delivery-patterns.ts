import type { CodePattern } from '../engine/patterns/code-pattern.ts';
import { DECODE_AND_RUN, DOWNLOAD_AND_RUN, MINER } from '../rules/execution.ts';
import type { Of } from './of-rule.ts';

/** Fetching or decoding and running, in shells and languages for which there is no grammar here. */
export const DELIVERY_PATTERNS: readonly Of<CodePattern>[] = [
  {
    rule: DOWNLOAD_AND_RUN,
    severity: 'high',
    cues: ['iex'],
    pattern:
      /\biex\b[^\n]{0,120}\b(?:iwr|irm|curl|Invoke-WebRequest|Invoke-RestMethod|DownloadString|WebClient)\b|\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\b[^\n]{0,200}\|\s{0,3}iex\b/i,
    byHost: true,
    because: 'PowerShell’s way to run what it downloads.',
  },
  {
    rule: DOWNLOAD_AND_RUN,
    severity: 'high',
    cues: ['expression'],
    pattern:
      /Invoke-Expression\b[^\n]{0,200}\b(?:Invoke-WebRequest|Invoke-RestMethod|DownloadString|iwr|irm)\b/i,
    byHost: true,
    because: 'The same, written out.',
  },
  {
    rule: DOWNLOAD_AND_RUN,
    severity: 'high',
    cues: ['eval'],
    pattern:
      /\beval\s{0,2}\(?\s{0,2}(?:URI\.open|open|Net::HTTP\.get|HTTP\.get|get|file_get_contents|curl_exec)\s{0,2}\(\s{0,2}["']https?:/,
    byHost: true,
    because: 'The same in Ruby, Perl and PHP.',
  },
  {
    rule: DOWNLOAD_AND_RUN,
    severity: 'high',
    cues: ['eval'],
    pattern:
      /(\$?\b\w{1,30})\s{0,3}=\s{0,3}(?:`[^`\n]{0,120}\b(?:curl|wget)\b[^`\n]{0,200}`|(?:shell_exec|file_get_contents|Net::HTTP\.get|URI\.open|get)\s{0,2}\()[\s\S]{0,500}?\beval\b\s{0,2}\(?\s{0,2}\1\b/,
    codeOnly: true,
    because: 'The same in two steps.',
  },
  {
    rule: DOWNLOAD_AND_RUN,
    severity: 'high',
    cues: ['curl', 'wget'],
    pattern:
      /\b(?:curl|wget)\b[^\n|]{0,300}\|\s{0,3}(?:sudo\s{1,3})?(?:(?:ba|z|da|k)?sh\b|python3?\s{1,2}-|node\s{1,2}-|(?:ruby|perl|php)(?=["'`)\n]|$))/m,
    codeOnly: true,
    byHost: true,
    because: 'The same in build files and notebooks, whose commands are in other grammars.',
  },
  {
    rule: DOWNLOAD_AND_RUN,
    severity: 'high',
    cues: ['mshta'],
    pattern: /\bmshta(?:\.exe)?\s{1,3}["']?(?:https?:|javascript:|vbscript:)/i,
    because: 'A Windows program that runs what stands at an address.',
  },
  {
    rule: DOWNLOAD_AND_RUN,
    severity: 'high',
    cues: ['regsvr32'],
    pattern: /\bregsvr32\b[^\n]{0,80}\/i:\s{0,2}https?:/i,
    because: 'The same.',
  },
  {
    rule: DOWNLOAD_AND_RUN,
    severity: 'high',
    cues: ['certutil'],
    pattern: /\bcertutil(?:\.exe)?\b[^\n]{0,60}-(?:urlcache|decode)\b/i,
    because: 'A certificate tool used to fetch or unpack programs.',
  },
  {
    rule: DOWNLOAD_AND_RUN,
    severity: 'high',
    cues: ['bitsadmin'],
    pattern: /\bbitsadmin(?:\.exe)?\b[^\n]{0,60}\/transfer\b/i,
    because: 'The same with another tool.',
  },
  {
    rule: DECODE_AND_RUN,
    severity: 'high',
    cues: ['powershell'],
    pattern:
      /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,120}\s-e(?:c|nc|ncodedcommand)?\s{1,3}["']?[A-Za-z0-9+/=]{20}/i,
    because: 'A command that is written so that nobody reads it.',
  },
  {
    rule: DECODE_AND_RUN,
    severity: 'high',
    cues: ['eval'],
    pattern:
      /\beval\s{0,2}\(\s{0,2}(?:base64_decode|gzinflate|gzuncompress|str_rot13|atob|unescape|Buffer\.from|String\.fromCharCode|b64decode|Base64\.decode)/i,
    because: 'Decoded and run in one expression.',
  },
  {
    rule: DECODE_AND_RUN,
    severity: 'high',
    cues: ['exec'],
    pattern:
      /\bexec\s{0,2}\(\s{0,2}(?:compile\s{0,2}\(\s{0,2})?(?:base64\.|zlib\.|marshal\.|codecs\.|bytes\.fromhex|__import__\s{0,2}\(\s{0,2}["'](?:base64|zlib|marshal|codecs))/i,
    because: 'The same in Python.',
  },
  {
    rule: DECODE_AND_RUN,
    severity: 'high',
    cues: ['base64'],
    pattern:
      /\bbase64\s{1,3}(?:-[a-zA-Z]{0,2}[dD]\b|--decode)[^\n|]{0,60}\|\s{0,3}(?:sudo\s{1,3})?(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh\b/,
    because: 'The usual spelling, where the text around it is no script that can be parsed.',
  },
  {
    rule: MINER,
    severity: 'high',
    cues: ['stratum'],
    pattern: /stratum\+(?:tcp|ssl|tls):\/\//i,
    because: 'The protocol of mining pools.',
  },
  {
    rule: MINER,
    severity: 'high',
    cues: ['xmrig', 'xmr'],
    pattern: /\b(?:xmrig|xmr-stak)\b[^\n]{0,80}(?:-o|--url|--donate|\.\/|download|curl|wget|&)/i,
    because: 'A miner that is started or fetched.',
  },
  {
    rule: DOWNLOAD_AND_RUN,
    severity: 'high',
    cues: ['fetch'],
    pattern:
      /\bfetch\([^\n]{0,200}\.then\(\s{0,2}(?:eval|Function)\s{0,2}\)|\bon[a-z]{3,12}\s{0,2}=\s{0,2}["'][^\n]{0,120}\bfetch\([^\n]{0,160}\beval\(/,
    byHost: true,
    because: 'A page that runs what it fetches.',
  },
];

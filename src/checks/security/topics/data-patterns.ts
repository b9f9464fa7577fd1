import type { CodePattern } from '../engine/patterns/code-pattern.ts';
import { MONEY } from '../rules/control.ts';
import {
  COVERT_COPY,
  CREDENTIAL_EXFILTRATION,
  DATA_EXFILTRATION,
  METADATA_SERVICE,
  SURVEILLANCE,
} from '../rules/data.ts';
import { INSTALL_HOOK, PACKAGE_SOURCE, UNPINNED_PACKAGE } from '../rules/supply.ts';
import type { Of } from './of-rule.ts';

/** Keys that leave, and code that comes in. */
export const DATA_PATTERNS: readonly Of<CodePattern>[] = [
  {
    rule: CREDENTIAL_EXFILTRATION,
    severity: 'critical',
    cues: ['tojson'],
    pattern: /toJSON\(\s{0,2}secrets\s{0,2}\)[^\n]{0,200}\b(?:curl|wget|nc|http)\b/i,
    because: 'All secrets of a pipeline leave it.',
  },
  {
    rule: CREDENTIAL_EXFILTRATION,
    severity: 'critical',
    cues: ['ssh', 'aws', 'gnupg', 'netrc', 'npmrc', 'kube', 'gcloud'],
    pattern:
      /\b(?:cp|mv|cat|tar|zip|rsync)\s[^\n]{0,120}(?:~|\$\{?HOME\}?)\/\.(?:ssh(?:\/id_\w{1,20})?|aws(?:\/credentials)?|gnupg|netrc|npmrc|kube\/config|config\/gcloud)["']?(?=\s)[^\n]*/,
    needs: /\bgit\b[^\n]{0,60}\bpush\b/,
    codeOnly: true,
    because: 'Keys are put into a repository that is pushed.',
  },
  {
    rule: CREDENTIAL_EXFILTRATION,
    severity: 'high',
    cues: ['secrets'],
    pattern: /\$\{\{\s{0,2}secrets\.\w{1,60}\s{0,2}\}\}[^\n|]{0,80}\|[^\n]{0,80}\b(?:curl|wget|nc)\b/,
    codeOnly: true,
    byHost: true,
    because: 'A secret of a pipeline is piped to another machine.',
  },
  {
    rule: CREDENTIAL_EXFILTRATION,
    severity: 'critical',
    cues: ['serviceaccount'],
    pattern: /serviceaccount\/token[^\n]{0,120}\|[^\n]{0,40}\b(?:curl|wget|nc)\b/,
    because: 'The key of a cluster leaves it.',
  },
  {
    rule: DATA_EXFILTRATION,
    severity: 'high',
    cues: ['pretooluse', 'posttooluse', 'userpromptsubmit', 'stop', 'sessionend', 'subagentstop'],
    pattern:
      /["']?command["']?\s{0,2}:\s{0,2}["'][^\n]{0,100}\b(?:curl|wget|nc|ncat)\b[^\n]{0,120}(?:@-|-T\s{0,2}-|--post-file|--data|\s-d\s)[^\n]{0,200}/,
    needs: /PreToolUse|PostToolUse|UserPromptSubmit|SessionEnd|SubagentStop|\bStop\b/,
    codeOnly: true,
    byHost: true,
    because: 'A hook is given what the agent does and says, and hands it on.',
  },
  {
    rule: METADATA_SERVICE,
    severity: 'medium',
    cues: ['169'],
    pattern: /169\.254\.169\.254\/(?:latest|metadata|computeMetadata|opc)/,
    because: 'Keys of the machine are asked for.',
  },
  {
    rule: METADATA_SERVICE,
    severity: 'medium',
    cues: ['computemetadata'],
    pattern: /metadata\.google\.internal\/computeMetadata/,
    because: 'The same at another cloud.',
  },
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
    rule: CREDENTIAL_EXFILTRATION,
    severity: 'critical',
    cues: ['tojson'],
    pattern: /:\s{0,2}["']?\$\{\{\s{0,2}toJSON\(\s{0,2}secrets\s{0,2}\)/i,
    needs: /\|[^\n]{0,80}\b(?:curl|wget|nc)\b|\b(?:curl|wget)\b[^\n]{0,200}\s(?:-d|--data\S{0,12}|-F|-T)\s/,
    codeOnly: true,
    because: 'The same by way of a variable.',
  },
  {
    rule: SURVEILLANCE,
    severity: 'high',
    cues: ['on_press'],
    pattern: /\bkeyboard\.Listener\s{0,2}\(\s{0,2}on_press/,
    because: 'Every key is seen.',
    codeOnly: true,
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
  {
    rule: COVERT_COPY,
    severity: 'high',
    cues: ['bcc'],
    pattern:
      /\bbcc["']?\s{0,2}[:=]\s{0,2}\[?\s{0,2}["'][\w.+-]{1,64}@(?!(?:[\w-]{1,40}\.)?(?:example|company|yourcompany|your-?domain|domain|acme|test|email|mail)\.)[\w-]{1,60}\.[a-z]/i,
    codeOnly: true,
    because: 'A hidden recipient that is written into the code.',
  },
];

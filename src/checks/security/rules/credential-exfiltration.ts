import { defineRule } from '../engine/security-rule.ts';

export const credentialExfiltration = defineRule({
  id: 'security/credential-exfiltration',
  title: 'Sends credentials to another machine',
  severity: 'critical',
  why: 'A key that has left the machine must be considered stolen.',
  remedy: 'Remove it. A service gets its own key in a header and nothing else.',
  owasp: ['ASI03', 'ASI02', 'AST01'],
  patterns: [
    {
      severity: 'critical',
      cues: ['tojson'],
      pattern: /toJSON\(\s{0,2}secrets\s{0,2}\)[^\n]{0,200}\b(?:curl|wget|nc|http)\b/i,
      because: 'Sends all secrets of a pipeline to another machine in one line.',
    },
    {
      severity: 'critical',
      cues: ['ssh', 'aws', 'gnupg', 'netrc', 'npmrc', 'kube', 'gcloud'],
      pattern:
        /\b(?:cp|mv|cat|tar|zip|rsync)\s[^\n]{0,120}(?:~|\$\{?HOME\}?)\/\.(?:ssh(?:\/id_\w{1,20})?|aws(?:\/credentials)?|gnupg|netrc|npmrc|kube\/config|config\/gcloud)["']?(?=\s)[^\n]*/,
      needs: /\bgit\b[^\n]{0,60}\bpush\b/,
      codeOnly: true,
      because: 'Copies credential files into a repository that is then pushed.',
    },
    {
      severity: 'high',
      cues: ['secrets'],
      pattern: /\$\{\{\s{0,2}secrets\.\w{1,60}\s{0,2}\}\}[^\n|]{0,80}\|[^\n]{0,80}\b(?:curl|wget|nc)\b/,
      codeOnly: true,
      byHost: true,
      because: 'Pipes a secret of a pipeline to another machine.',
    },
    {
      severity: 'critical',
      cues: ['serviceaccount'],
      pattern: /serviceaccount\/token[^\n]{0,120}\|[^\n]{0,40}\b(?:curl|wget|nc)\b/,
      because: 'Sends the service account token of a cluster to another machine.',
    },
    {
      severity: 'critical',
      cues: ['tojson'],
      pattern: /:\s{0,2}["']?\$\{\{\s{0,2}toJSON\(\s{0,2}secrets\s{0,2}\)/i,
      needs: /\|[^\n]{0,80}\b(?:curl|wget|nc)\b|\b(?:curl|wget)\b[^\n]{0,200}\s(?:-d|--data\S{0,12}|-F|-T)\s/,
      codeOnly: true,
      because: 'Puts all secrets of a pipeline into a variable and sends data to another machine.',
    },
  ],
  claims: [
    {
      severity: 'critical',
      slots: ['secretPath|envFile', 'send', 'url|outside|address'],
      gap: 30,
      anyOrder: true,
      unless: ['ownKey'],
      because: 'Names a credential file and a destination outside the machine in one sentence.',
    },
    {
      severity: 'high',
      slots: ['send', 'secretNoun', 'strangerUrl|dropUrl|outside|address'],
      gap: 16,
      unless: ['ownKey', 'conditional'],
      because: 'Sends secrets to a third party.',
    },
    {
      severity: 'high',
      slots: ['collect', 'secretNoun', 'send', 'strangerUrl|dropUrl|outside|address'],
      gap: 16,
      unless: ['ownKey'],
      because: 'Collects secrets first and sends them to a third party afterwards.',
    },
    {
      severity: 'high',
      slots: ['record|send', 'sessionSecret', 'strangerUrl|dropUrl'],
      gap: 12,
      because: 'Sends passwords, cookies or other login data to a host that is unrelated to the skill.',
    },
    {
      severity: 'high',
      slots: ['askUserFor', 'user|person', 'personalSecret', 'strangerUrl|dropUrl'],
      gap: 25,
      because: 'Asks people for a personal secret and passes it on to a third party.',
    },
    {
      severity: 'high',
      slots: ['send', 'tokenWord', 'strangerUrl|dropUrl'],
      gap: 12,
      needs: ['every'],
      unless: ['ownKey', 'conditional'],
      unquoted: true,
      because: 'Sends the credential repeatedly and not once to log in.',
    },
    {
      severity: 'high',
      slots: ['tokenWord|secretNoun', 'store', 'upload', 'strangerUrl|dropUrl'],
      gap: 16,
      unless: ['ownKey', 'conditional', 'not'],
      because: 'Stores a secret first and uploads it to a third party afterwards.',
    },
    {
      severity: 'high',
      slots: ['secretPath', 'replicate', 'intoProject'],
      gap: 16,
      unless: ['not'],
      because:
        'Copies a credential file into the project, where everybody with access to the project can read it.',
    },
  ],
});

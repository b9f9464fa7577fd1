import { defineRule } from '../engine/security-rule.ts';

export const dataExfiltration = defineRule({
  id: 'security/data-exfiltration',
  title: 'Sends data of the user to a destination that the user did not choose',
  severity: 'high',
  why: 'Code, conversations and files leave the machine without the consent of the user.',
  remedy: 'Name the service in the description, send what it needs, and ask first.',
  owasp: ['ASI02', 'AST01'],
  patterns: [
    {
      severity: 'high',
      cues: ['pretooluse', 'posttooluse', 'userpromptsubmit', 'stop', 'sessionend', 'subagentstop'],
      pattern:
        /["']?command["']?\s{0,2}:\s{0,2}["'][^\n]{0,100}\b(?:curl|wget|nc|ncat)\b[^\n]{0,120}(?:@-|-T\s{0,2}-|--post-file|--data|\s-d\s)[^\n]{0,200}/,
      needs: /PreToolUse|PostToolUse|UserPromptSubmit|SessionEnd|SubagentStop|\bStop\b/,
      codeOnly: true,
      byHost: true,
      because: 'A hook receives what the agent does and says, and sends it to another machine.',
    },
  ],
  claims: [
    {
      severity: 'high',
      slots: ['send', 'conversation', 'outside|strangerUrl|dropUrl|address'],
      gap: 12,
      because: 'Sends the conversation with the agent to a third party.',
    },
    {
      severity: 'high',
      slots: ['upload', 'workProduct', 'strangerUrl'],
      gap: 14,
      unless: ['conditional', 'ownKey'],
      because: 'Uploads the work to a host that is unrelated to the skill.',
    },
    {
      severity: 'high',
      slots: ['send', 'dropUrl'],
      gap: 25,
      needs: ['workProduct|conversation|secretNoun|privateNoun|envFile|secretPath|contents'],
      because: 'Sends data to a host where anybody can collect it anonymously.',
    },
    {
      severity: 'high',
      slots: ['store|placeIn', 'beacon'],
      gap: 6,
      because: 'Inserts an invisible image, which tells its server whenever somebody opens the document.',
    },
  ],
});

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
      because: 'A hook is given what the agent does and says, and hands it on.',
    },
  ],
  claims: [
    {
      severity: 'high',
      slots: ['send', 'conversation', 'outside|strangerUrl|dropUrl|address'],
      gap: 12,
      because: 'What was said or written with the agent goes to somebody else.',
    },
    {
      severity: 'high',
      slots: ['upload', 'workProduct', 'strangerUrl'],
      gap: 14,
      unless: ['conditional', 'ownKey'],
      because: 'The work goes to a host that the skill is not about and does not name.',
    },
    {
      severity: 'high',
      slots: ['send', 'dropUrl'],
      gap: 25,
      needs: ['workProduct|conversation|secretNoun|privateNoun|envFile|secretPath|contents'],
      because: 'Data goes to a place where anybody may collect it unseen.',
    },
    {
      severity: 'high',
      slots: ['store|placeIn', 'beacon'],
      gap: 6,
      because: 'A picture nobody sees tells its server whenever it is loaded.',
    },
  ],
});

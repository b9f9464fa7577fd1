import { defineRule } from '../engine/security-rule.ts';

export const miner = defineRule({
  id: 'security/miner',
  title: 'Mines cryptocurrency',
  severity: 'high',
  why: 'It uses the machine of the user for the profit of somebody else.',
  remedy: 'Remove it.',
  owasp: ['ASI10', 'AST01'],
  isExplainedInCourses: true,
  patterns: [
    {
      severity: 'high',
      cues: ['stratum'],
      pattern: /stratum\+(?:tcp|ssl|tls):\/\//i,
      because: "Contains an address of a mining pool's protocol.",
    },
    {
      severity: 'high',
      cues: ['xmrig', 'xmr'],
      pattern: /\b(?:xmrig|xmr-stak)\b[^\n]{0,80}(?:-o|--url|--donate|\.\/|download|curl|wget|&)/i,
      because: 'Starts or downloads a known miner.',
    },
  ],
});

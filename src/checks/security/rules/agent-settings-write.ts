import { defineRule } from '../engine/security-rule.ts';

export const agentSettingsWrite = defineRule({
  id: 'security/agent-settings-write',
  title: 'Changes the settings of the agent',
  severity: 'medium',
  why: 'Settings decide what the agent may do without asking.',
  remedy: 'Show the user the change and let the user make it.',
  owasp: ['ASI03', 'ASI06'],
  patterns: [
    {
      severity: 'medium',
      cues: ['policies'],
      pattern:
        /edit_file\(\s{0,3}["'][^"'\n]{0,80}(?:polic(?:y|ies)|permissions?|settings|guardrails?)[^"'\n]{0,20}\.(?:json|ya?ml|toml)["']/i,
      because: 'The rules of the agent are edited by the agent.',
    },
  ],
  claims: [
    {
      severity: 'medium',
      slots: ['store', 'agentPolicy'],
      gap: 5,
      because: 'The agent loosens its own rules.',
    },
    {
      severity: 'low',
      slots: ['store', 'settingsPath'],
      gap: 8,
      because: 'The same for what the agent may do.',
    },
  ],
});

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
      because: 'Has the agent edit the file that holds its own rules.',
    },
  ],
  claims: [
    {
      severity: 'medium',
      slots: ['store', 'agentPolicy'],
      gap: 5,
      because: 'Has the agent change the policy that limits it.',
    },
    {
      severity: 'low',
      slots: ['store', 'settingsPath'],
      gap: 8,
      because: 'Writes to a settings file that decides what the agent may do.',
    },
  ],
});

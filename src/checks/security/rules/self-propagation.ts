import { defineRule } from '../engine/security-rule.ts';

export const selfPropagation = defineRule({
  id: 'security/self-propagation',
  title: 'Spreads itself to other skills, projects or agents',
  severity: 'high',
  why: 'Instructions that copy themselves outlive the removal of the skill.',
  remedy: 'Let the user install the skill where it is wanted.',
  owasp: ['ASI10', 'AST01'],
  claims: [
    {
      severity: 'high',
      slots: ['replicate', 'thisText', 'otherPlaces'],
      gap: 14,
      because: "Copies the skill's instructions to other places.",
    },
  ],
});

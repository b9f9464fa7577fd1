import { defineRule } from '../engine/security-rule.ts';

export const falseUrgency = defineRule({
  id: 'security/false-urgency',
  title: 'Pressures the user with threats or false authority',
  severity: 'medium',
  why: 'Deadlines and official names keep people from looking closely.',
  remedy: 'Say what the skill does and who publishes it.',
  owasp: ['ASI09', 'AST04'],
  claims: [
    {
      severity: 'medium',
      slots: ['urgent', 'update', 'threatens'],
      gap: 20,
      anyOrder: true,
      because: 'Combines urgency with an update and the threat of a loss.',
    },
  ],
});

import { defineRule } from '../engine/security-rule.ts';

export const agentMemoryWrite = defineRule({
  id: 'security/agent-memory-write',
  title: 'Writes to the persistent instructions of the agent',
  severity: 'medium',
  why: 'The agent follows them in every later session, even without the skill.',
  remedy: 'Keep instructions in the skill; propose changes to the user.',
  owasp: ['ASI06', 'AST01'],
  claims: [
    {
      severity: 'low',
      slots: ['store', 'memoryPath'],
      gap: 16,
      because:
        'Writes to an instruction file that every later session reads, which is ordinary if the user asked for it.',
    },
    {
      severity: 'low',
      slots: ['store', 'memory'],
      gap: 5,
      because: "Writes to the agent's memory by its name instead of a path.",
    },
    {
      severity: 'low',
      slots: ['memoryPath', 'store'],
      gap: 8,
      because: 'Names the instruction file first and the writing after it.',
    },
  ],
});

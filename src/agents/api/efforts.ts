import type { ApiAgent } from '../agent.ts';

const OF_OPENAI = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

/** The efforts that each API takes. Not every model takes all of them. */
export const EFFORTS = {
  'anthropic-messages': ['low', 'medium', 'high', 'xhigh', 'max'],
  'openai-responses': OF_OPENAI,
  'openai-chat': OF_OPENAI,
  gemini: ['minimal', 'low', 'medium', 'high'],
} as const satisfies Record<ApiAgent['wire'], readonly string[]>;

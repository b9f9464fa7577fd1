import { anthropicClient } from './anthropic-client.ts';
import { chatClient } from './chat-client.ts';
import type { Client } from './client.ts';
import { geminiClient } from './gemini-client.ts';
import { responsesClient } from './responses-client.ts';

export const CLIENTS: readonly Client[] = [
  anthropicClient,
  responsesClient,
  chatClient,
  geminiClient('v1'),
  geminiClient('v1beta'),
];

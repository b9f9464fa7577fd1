import type { Wire } from './wire.ts';
import { anthropicMessages } from './wires/anthropic-messages.ts';
import { openaiResponses } from './wires/openai-responses.ts';

/** The model APIs that the gateway speaks. */
export const WIRES: readonly Wire[] = [anthropicMessages, openaiResponses];

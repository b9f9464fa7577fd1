import type { Wire } from './wire.ts';
import { anthropicMessages } from './wires/anthropic-messages.ts';
import { gemini } from './wires/gemini.ts';
import { openaiChat } from './wires/openai-chat.ts';
import { openaiResponses } from './wires/openai-responses.ts';

/** The model APIs that the gateway speaks. Of two that share a path, the first that recognises its client takes it. */
export const WIRES: readonly Wire[] = [anthropicMessages, openaiResponses, openaiChat, gemini];

import type { Route, Wire } from './wire.ts';
import { anthropicMessages } from './wires/anthropic-messages.ts';
import { gemini } from './wires/gemini.ts';
import { openaiChat } from './wires/openai-chat.ts';
import { openaiResponses } from './wires/openai-responses.ts';

/**
 * The model APIs that the gateway speaks. On a path that several wires share, the first one that recognises
 * its client takes it. Nothing identifies clients of OpenAI's API, so its wires come last.
 */
export const WIRES: readonly Wire[] = [anthropicMessages, gemini, openaiResponses, openaiChat];

/** The wire in whose format a request to an unknown path is answered. */
export function wireOfClient(headers: Headers, url: URL): Wire {
  return WIRES.find((wire) => wire.isFromClient(headers, url)) ?? openaiChat;
}

/** Several APIs describe their models at the same paths. */
export function isShared({ method, path }: Route): boolean {
  const routes = WIRES.flatMap((wire) => wire.routes);
  return routes.filter((route) => route.method === method && route.path === path).length > 1;
}

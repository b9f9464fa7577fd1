import type { Route, Wire } from './wire.ts';
import { anthropicMessages } from './wires/anthropic-messages.ts';
import { gemini } from './wires/gemini.ts';
import { openaiChat } from './wires/openai-chat.ts';
import { openaiResponses } from './wires/openai-responses.ts';

/**
 * The model APIs that the gateway speaks. The first one that recognises its client takes a path that several have. Clients
 * of OpenAI's API are not recognisable by anything, so its wires come last.
 */
export const WIRES: readonly Wire[] = [anthropicMessages, gemini, openaiResponses, openaiChat];

/** The wire in whose form a request is answered that fits no path. */
export function wireOfClient(headers: Headers, url: URL): Wire {
  return WIRES.find((wire) => wire.isFromClient(headers, url)) ?? openaiChat;
}

/** Several APIs tell of their models at the same paths. */
export function isShared({ method, path }: Route): boolean {
  const routes = WIRES.flatMap((wire) => wire.routes);
  return routes.filter((route) => route.method === method && route.path === path).length > 1;
}

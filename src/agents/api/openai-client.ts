import OpenAI from 'openai';
import type { ConversationOptions, TurnedDown } from './conversation.ts';
import { turnedDown } from './turned-down.ts';

/** The official SDK, for both of OpenAI's wires. The gateway retries, so the SDK does not. */
export function openaiClient({ token, fetch }: Pick<ConversationOptions, 'token' | 'fetch'>): OpenAI {
  return new OpenAI({
    apiKey: token,
    baseURL: 'http://gateway.invalid/v1',
    maxRetries: 0,
    fetch: (url, init) => fetch(new Request(url, init)),
  });
}

export function rejectionOf(error: unknown): TurnedDown {
  if (!(error instanceof OpenAI.APIError)) throw error;
  const { status, code, type, message } = error;
  return turnedDown({ status, codes: [code, type], message }, error);
}

import { onTestFinished } from 'vitest';
import { startUpstreamServer } from './upstream-server.ts';

/** An answer of Anthropic's API that ends a conversation. */
export const DONE = {
  type: 'message',
  role: 'assistant',
  content: [{ type: 'text', text: 'Done.' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
};

export type HeldProvider = {
  /** For a run with a model of Anthropic. */
  env: { ANTHROPIC_API_KEY: string; ANTHROPIC_BASE_URL: string };
  /** How many requests have come. */
  asked(): number;
  /** Answers whoever waits, and whoever asks from now on. */
  letGo(): void;
};

/** Answers its first request, which ends a trial, and keeps others waiting: a run stays in the middle of its trials. */
export async function heldProvider(): Promise<HeldProvider> {
  const free = Promise.withResolvers<void>();
  const server = await startUpstreamServer(async () => {
    if (server.seen.length > 1) await free.promise;
    return Response.json(DONE);
  });
  onTestFinished(async () => {
    free.resolve();
    await server[Symbol.asyncDispose]();
  });
  return {
    env: { ANTHROPIC_API_KEY: 'sk-canary-7d11', ANTHROPIC_BASE_URL: server.url },
    asked: () => server.seen.length,
    letGo: free.resolve,
  };
}

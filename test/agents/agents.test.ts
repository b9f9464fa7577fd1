import { expect, test } from 'vitest';
import { conversationWith } from '../../src/agents/agents.ts';
import { describeAgent } from '../../src/agents/registry.ts';
import type { ProviderId } from '../../src/contracts/providers.ts';

/** The path to which a conversation with a model of the provider sends what is said, in a run of this agent. */
async function pathOf(provider: ProviderId, agent: string): Promise<string | undefined> {
  const open = await conversationWith(provider, describeAgent(agent));
  const paths: string[] = [];
  const fetch = async ({ url }: Request) => {
    paths.push(new URL(url).pathname);
    return Response.json({}, { status: 500 });
  };
  const conversation = open({ model: 'm', system: 'Judge.', tools: [], token: 'token', fetch });
  await expect(conversation.say('Hello.', new AbortController().signal)).rejects.toThrow();
  return paths[0];
}

test.each<[ProviderId, string, string]>([
  ['anthropic', 'claude-code', '/v1/messages'],
  ['openai', 'codex', '/v1/responses'],
  ['openai', 'api-openai', '/v1/responses'],
  ['openai', 'api-chat', '/v1/chat/completions'],
  ['gemini', 'gemini', '/v1/models/m:generateContent'],
  ['anthropic', 'api-chat', '/v1/messages'],
])('a model of %s beside %s is reached at %s', async (provider, agent, path) => {
  expect(await pathOf(provider, agent)).toBe(path);
});

import { expect, test } from 'vitest';
import { readyAgent } from '../../../src/agents/agents.ts';
import { describeAgent } from '../../../src/agents/registry.ts';
import { type AgentSettings, USUAL_SETTINGS } from '../../../src/contracts/agent-settings.ts';
import { localEngine } from '../../fakes/local-sandbox.ts';

/** The first request of an agent, which nobody answers. */
async function askedBy(id: string, settings: AgentSettings): Promise<unknown> {
  const asked: unknown[] = [];
  const agent = await readyAgent(describeAgent(id), settings);
  await using sandbox = await localEngine().create({ purpose: 'test', mounts: [], files: [], env: {} });
  const gateway = {
    token: 'token-1',
    async fetch(request: Request) {
      asked.push(await request.json());
      return Response.json({ error: { type: 'invalid_request_error', message: 'no' } }, { status: 400 });
    },
  };
  const place = { skills: [], servers: [], hasNetwork: false, sandbox, gateway };
  const assignment = { prompt: 'Greet.', model: 'model-x', ...place };
  await agent.run(assignment, new AbortController().signal);
  return asked[0];
}

test.each([
  ['api-anthropic', { output_config: { effort: 'high' }, temperature: 0.5 }],
  ['api-openai', { reasoning: { effort: 'high' }, temperature: 0.5 }],
  ['api-chat', { reasoning_effort: 'high', temperature: 0.5 }],
  ['api-gemini', { generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH' }, temperature: 0.5 } }],
])('%s puts effort and temperature into its requests, and nothing without them', async (id, told) => {
  expect(await askedBy(id, { ...USUAL_SETTINGS, effort: 'high', temperature: 0.5 })).toMatchObject(told);
  const usual = await askedBy(id, USUAL_SETTINGS);
  expect(JSON.stringify(usual)).not.toMatch(/effort|temperature|thinking|"reasoning"/i);
});

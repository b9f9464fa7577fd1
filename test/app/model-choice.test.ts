import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { expect, test } from 'vitest';
import { cassetteChoice, seedFor } from '../../src/app/cassette-choice.ts';
import { agentSetup, chooseUpstream } from '../../src/app/model-choice.ts';
import type { PlannedTrial, RunPlan } from '../../src/contracts/plan.ts';
import { Probe } from '../../src/contracts/probe.ts';
import { Providers } from '../../src/contracts/providers.ts';
import { Script } from '../../src/contracts/script.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import { CassetteDeck } from '../../src/gateway/upstreams/cassette/cassette-deck.ts';
import type { Upstream } from '../../src/gateway/upstreams/upstream.ts';
import type { TrialSubject } from '../../src/runner/trial-subject.ts';
import { startUpstreamServer } from '../fakes/upstream-server.ts';
import { anthropicAgent } from '../fixtures/anthropic-agent.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const agent = anthropicAgent;
const KEY = 'sk-canary-91d2';
const plan = smallPlan();
const [probe = Probe.parse({})] = plan.probes;
const subject: TrialSubject = {
  kind: 'probe',
  probe,
  script: Script.parse({ arms: { baseline: [{ say: 'Hello.' }], 'with-skill': [] } }),
};

function trialOf({ trials }: typeof plan): PlannedTrial {
  const trial = trials.find(({ arm, kind }) => arm === 'baseline' && kind === 'probe');
  if (trial === undefined) throw new Error('the plan has no such trial');
  return trial;
}

function choose(model: string, cassettes: RunPlan['cassettes'], env: Record<string, string> = {}) {
  const access = { env, baseUrls: {}, settings: Providers.parse({}) };
  const deck = new CassetteDeck();
  return chooseUpstream({ setup: agentSetup(agent, model), cassettes, seed: '7', agent, access, deck });
}

async function ask(upstream: Upstream, model: string): Promise<string> {
  using session = createGateway().openSession({ upstream, maxTokens: null });
  const client = new Anthropic({
    apiKey: session.token,
    baseURL: 'http://gateway.invalid',
    maxRetries: 0,
    fetch: (url, init) => session.fetch(new Request(url, init)),
  });
  const messages = [{ role: 'user' as const, content: 'Hello' }];
  return JSON.stringify((await client.messages.create({ model, max_tokens: 9, messages })).content);
}

test('the recording of a provider is replayed without the provider, and holds no key that an answer repeated', async () => {
  const folder = temporaryFolder();
  const content = [{ type: 'text', text: `Your key is ${KEY}.` }];
  const message = {
    type: 'message',
    role: 'assistant',
    content,
    usage: { input_tokens: 1, output_tokens: 2 },
  };
  const server = await startUpstreamServer(async () => Response.json(message));
  const env = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: server.url };
  const recording = choose('claude-x', { mode: 'record', folder }, env)(trialOf(plan), subject);
  await ask(recording, 'claude-x');
  await server[Symbol.asyncDispose]();
  const replaying = choose('claude-x', { mode: 'replay', folder })(trialOf(plan), subject);
  expect(await ask(replaying, 'claude-x')).toContain('Your key is [key].');
  for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name), 'utf8')).not.toContain(KEY);
});

test('the scripted model can be recorded and replayed too, and is still marked as simulated', async () => {
  const folder = temporaryFolder();
  const recorded = await ask(
    choose('scripted', { mode: 'record', folder })(trialOf(plan), subject),
    'scripted',
  );
  const replayed = await ask(
    choose('scripted', { mode: 'replay', folder })(trialOf(plan), subject),
    'scripted',
  );
  expect(replayed).toBe(recorded);
  expect(agentSetup(agent, 'scripted').simulated).toBe(true);
});

test('a replay takes the seed of the recording unless another is given', async () => {
  const folder = temporaryFolder();
  await ask(choose('scripted', { mode: 'record', folder })(trialOf(plan), subject), 'scripted');
  const replay = cassetteChoice({ replay: folder });
  expect([seedFor(replay, undefined), seedFor(replay, '8')]).toEqual(['7', '8']);
  expect(seedFor(null, undefined)).toMatch(/^[0-9a-f]{16}$/);
});

test('a model without access, a missing script and both cassette options at once are errors', () => {
  expect(() => choose('claude-x', null)).toThrow(/claude-x.*ANTHROPIC_API_KEY/);
  expect(() => choose('scripted', null)(trialOf(plan), { ...subject, script: null })).toThrow(
    /no script\.yaml/,
  );
  expect(() => cassetteChoice({ record: 'a', replay: 'b' })).toThrow(/not both/);
});

import { expect } from 'vitest';
import type { AgentAssignment } from '../../../src/agents/agent.ts';
import { readyAgent } from '../../../src/agents/agents.ts';
import { describeAgent } from '../../../src/agents/registry.ts';
import { canonicalJson } from '../../../src/base/digest.ts';
import { type Permissions, USUAL_SETTINGS } from '../../../src/contracts/agent-settings.ts';
import type { ModelCall } from '../../../src/contracts/model-call.ts';
import { type TranscriptEvent, totalTokens } from '../../../src/contracts/transcript.ts';
import { createGateway } from '../../../src/gateway/gateway.ts';
import type { Upstream } from '../../../src/gateway/upstreams/upstream.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { ReadTrial } from '../../../src/traffic/read-trial.ts';
import { localEngine } from '../../fakes/local-sandbox.ts';
import { trafficOf } from '../../gateway/traffic-of.ts';

export const AGENTS = ['api-anthropic', 'api-openai', 'api-chat', 'api-gemini'];

const body = '# Greeter\n\nWrite the word of the day into greeting.txt and nothing else into it.\n';
const skill = {
  name: 'greeter',
  description: 'Writes the greetings of a team in one fixed wording.',
  root: '/skills/greeter',
};
const skillFile = {
  path: '/skills/greeter/SKILL.md',
  content: new TextEncoder().encode(
    `---\nname: greeter\ndescription: Writes the greetings of a team in one fixed wording.\n---\n${body}`,
  ),
  executable: false,
};

/** One agent in a sandbox of this machine, with a skill in it, before whatever answers. */
export async function runAgent(
  id: string,
  upstream: Upstream,
  {
    maxRequests = 10,
    permissions = 'allow',
    ...overrides
  }: Partial<AgentAssignment> & { maxRequests?: number; permissions?: Permissions } = {},
  signal = new AbortController().signal,
) {
  const mounts = [{ root: '/skills', files: [skillFile] }];
  await using sandbox = await localEngine().create({ purpose: 'test', mounts, files: [], env: {} });
  const gateway = createGateway();
  const watched = { ...skill, body, prompt: 'Greet.' };
  using session = gateway.openSession({ upstream, maxTokens: null, maxRequests });
  const events: TranscriptEvent[] = [];
  const agent = await readyAgent(describeAgent(id), { ...USUAL_SETTINGS, permissions });
  const ended = await agent.run(
    {
      prompt: 'Greet.',
      model: 'scripted',
      skills: [skill],
      servers: [],
      hasNetwork: false,
      sandbox,
      gateway: { token: session.token, fetch: gateway.fetch },
      ...overrides,
      heard: (event) => {
        events.push({ ...event, atMs: 0 });
        overrides.heard?.(event);
      },
    },
    signal,
  );
  const outcome = { ...ended, events };
  const report = session.report();
  const traffic = await trafficOf(session, watched);
  expectSame(traffic, outcome, outcome.end === 'timeout' || report.budgetReached !== null);
  expect(traffic.modelCalls?.map(withoutTimes).toSorted()).toEqual(report.calls.map(withoutTimes).toSorted());
  return {
    outcome,
    report,
    sightings: traffic.sightings,
    greeting: await textOf(sandbox, '/workspace/greeting.txt'),
  };
}

/** Times and order are left out: calls are metered as they end, and logged as they begin. */
function withoutTimes(call: ModelCall): string {
  return canonicalJson({ ...call, latencyMs: 0, waitedMs: 0 });
}

/**
 * What the traffic says is what the agent knew, and more: what a provider turned down though the agent went on, and calls that
 * nobody carried out.
 */
function expectSame(
  { transcript, isWhole }: ReadTrial,
  outcome: { events: readonly TranscriptEvent[] },
  isCutShort: boolean,
): void {
  expect(isWhole).toBe(true);
  const known = new Set(outcome.events.map(wordsOf));
  const inTraffic = transcript.events.map(wordsOf);
  const told = inTraffic.filter((event) => known.has(event));
  // What an agent that was cut short came to last, it told nobody.
  const last = isCutShort ? told.length : outcome.events.length;
  expect(told).toEqual(outcome.events.slice(0, last).map(wordsOf));
  const answered = transcript.events.flatMap((event) => (event.kind === 'tool-result' ? [event.id] : []));
  const more = transcript.events.filter((event) => !known.has(wordsOf(event)));
  expect(more.filter((event) => event.kind !== 'rejection' && !isUnanswered(event, answered))).toEqual([]);
}

/** Wires differ in whether they say that a call failed, and SDKs in how they quote an error. What counts is nothing that an agent knows. */
function wordsOf(event: TranscriptEvent): string {
  const text = event.kind === 'rejection' ? '' : 'text' in event ? event.text : '';
  const isUnknown = event.kind === 'assistant' && totalTokens(event.usage) === null;
  const usage = isUnknown ? { usage: null } : {};
  return canonicalJson({
    ...event,
    ...usage,
    text,
    atMs: 0,
    isError: null,
    isAside: undefined,
    notOffered: undefined,
  });
}

function isUnanswered(event: TranscriptEvent, answered: readonly string[]): boolean {
  return event.kind === 'tool-call' && !answered.includes(event.id);
}

async function textOf(sandbox: Sandbox, path: string): Promise<string | null> {
  const file = await sandbox.readFile(path, 1000);
  return file === null ? null : new TextDecoder().decode(file.content);
}

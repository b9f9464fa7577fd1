import { expect } from 'vitest';
import type { AgentAssignment, AgentOutcome } from '../../src/agents/agent.ts';
import { agentNamed } from '../../src/agents/agents.ts';
import { canonicalJson } from '../../src/base/digest.ts';
import { type TranscriptEvent, totalTokens } from '../../src/contracts/transcript.ts';
import type { SessionReport } from '../../src/gateway/gateway.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import type { Upstream } from '../../src/gateway/upstream.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { type ReadTrial, readTrial } from '../../src/traffic/read-trial.ts';
import { readWireLog } from '../../src/traffic/wire-log/read-wire-log.ts';
import { localEngine } from '../fakes/local-sandbox.ts';
import { PATIENCE_SECONDS } from '../fixtures/patience.ts';

export const AGENTS = ['api-anthropic', 'api-openai'];

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
  overrides: Partial<AgentAssignment> = {},
  signal = new AbortController().signal,
) {
  const mounts = [{ root: '/skills', files: [skillFile] }];
  await using sandbox = await localEngine().create({ purpose: 'test', mounts, files: [], env: {} });
  const gateway = createGateway();
  const watched = { ...skill, body, prompt: 'Greet.' };
  using session = gateway.openSession({ upstream, skill: watched, maxTokens: null, maxUsd: null });
  const outcome = await agentNamed(id).run(
    {
      prompt: 'Greet.',
      model: 'scripted',
      skills: [skill],
      limits: { timeoutSeconds: PATIENCE_SECONDS, maxTurns: 10, maxTokens: null, maxUsd: null },
      sandbox,
      gateway: { token: session.token, fetch: gateway.fetch },
      elapsedMs: () => 0,
      ...overrides,
    },
    signal,
  );
  const report = session.report();
  const log = readWireLog((await session.wire()).content);
  expectSame(readTrial(log, watched), { outcome, report });
  return { outcome, report, greeting: await textOf(sandbox, '/workspace/greeting.txt') };
}

/**
 * What the traffic says is what the agent knew, and more: what a provider turned down though the agent went on, and calls that
 * nobody carried out.
 */
function expectSame(
  { transcript, sightings, isWhole }: ReadTrial,
  { outcome, report }: { outcome: AgentOutcome; report: SessionReport },
): void {
  expect(isWhole).toBe(true);
  const known = new Set(outcome.events.map(wordsOf));
  const inTraffic = transcript.events.map(wordsOf);
  expect(inTraffic.filter((event) => known.has(event))).toEqual(outcome.events.map(wordsOf));
  const answered = transcript.events.flatMap((event) => (event.kind === 'tool-result' ? [event.id] : []));
  const more = transcript.events.filter((event) => !known.has(wordsOf(event)));
  expect(more.filter((event) => event.kind !== 'rejection' && !isUnanswered(event, answered))).toEqual([]);
  expect(sightings).toEqual(report.sightings);
}

/** Wires differ in whether they say that a call failed, and SDKs in how they quote an error. */
function wordsOf(event: TranscriptEvent): string {
  const text = event.kind === 'rejection' ? '' : 'text' in event ? event.text : '';
  const isUnknown = event.kind === 'assistant' && totalTokens(event.usage) === null;
  const usage = isUnknown ? { usage: null } : {};
  return canonicalJson({ ...event, ...usage, text, atMs: 0, isError: null });
}

function isUnanswered(event: TranscriptEvent, answered: readonly string[]): boolean {
  return event.kind === 'tool-call' && !answered.includes(event.id);
}

async function textOf(sandbox: Sandbox, path: string): Promise<string | null> {
  const file = await sandbox.readFile(path, 1000);
  return file === null ? null : new TextDecoder().decode(file.content);
}

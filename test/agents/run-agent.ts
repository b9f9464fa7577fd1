import type { AgentAssignment } from '../../src/agents/agent.ts';
import { agentNamed } from '../../src/agents/agents.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import type { Upstream } from '../../src/gateway/upstream.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
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
  return { outcome, report: session.report(), greeting: await textOf(sandbox, '/workspace/greeting.txt') };
}

async function textOf(sandbox: Sandbox, path: string): Promise<string | null> {
  const file = await sandbox.readFile(path, 1000);
  return file === null ? null : new TextDecoder().decode(file.content);
}

import { expect, test } from 'vitest';
import { readyAgent } from '../../../src/agents/agents.ts';
import { commandAgent } from '../../../src/agents/programs/command-agent.ts';
import { scriptFor } from '../../../src/agents/programs/script-for.ts';
import { AgentCommand } from '../../../src/contracts/agent-command.ts';
import { USUAL_SETTINGS } from '../../../src/contracts/agent-settings.ts';
import { Script } from '../../../src/contracts/script.ts';
import { localEngine } from '../../fakes/local-sandbox.ts';

const PROMPT = `Say "it's $HOME" and {model}.\n`;

function command(changes: Partial<AgentCommand>): AgentCommand {
  return AgentCommand.parse({ line: 'true', provider: 'openai', skills: '.agents/skills', ...changes });
}

/** What a command line leaves in the file `out` of its workspace. */
async function leftBy(
  changes: Partial<AgentCommand>,
  turns: readonly string[] = [],
  settings = USUAL_SETTINGS,
): Promise<string> {
  const coming = [...turns];
  const env = { PATH: process.env['PATH'] ?? '' };
  await using sandbox = await localEngine().create({ purpose: 'test', mounts: [], files: [], env });
  const agent = await readyAgent(commandAgent(command(changes)), settings);
  const outcome = await agent.run(
    {
      ...{ prompt: PROMPT, model: 'model x', skills: [], servers: [], hasNetwork: false, sandbox },
      gateway: { token: 'token-1', fetch: () => Promise.reject(new Error('not asked')) },
      user: { next: async () => coming.shift() ?? null },
    },
    new AbortController().signal,
  );
  expect(outcome).toEqual({ end: 'finished' });
  const out = await sandbox.readFile('/workspace/out', 10_000);
  return new TextDecoder().decode(out?.content);
}

test('the words of a command line are replaced by one quoted word each', async () => {
  const line = `printf '<%s>' {prompt} --model={model} {skills} "$AGENT_MODEL" \${model}- {other} >out; cat >>out`;
  const [prompt, model, skills, ...rest] = (await leftBy({ line })).split('>');
  expect([prompt, model]).toEqual([`<${PROMPT}`, '<--model=model x']);
  expect(rest).toEqual(['<model x', '<-', '<{other}', '']);
  expect(skills).toMatch(/\/home\/agent\/\.agents\/skills$/);
});

test('a command line that does not name the prompt gets it on standard input', async () => {
  expect(await leftBy({ line: 'cat >out' })).toBe(PROMPT);
  expect(await leftBy({ line: 'cat >out; printf %s "$AGENT_PROMPT" | cmp - out' })).toBe(PROMPT);
});

test.each([
  ['anthropic', '$ANTHROPIC_BASE_URL $ANTHROPIC_API_KEY', ''],
  ['openai', '$OPENAI_BASE_URL $OPENAI_API_KEY', '/v1'],
  ['gemini', '$GOOGLE_GEMINI_BASE_URL $GEMINI_API_KEY', ''],
] as const)(
  'clients of %s find the address and the token where they look',
  async (provider, theirs, path) => {
    const line = `echo "${theirs} $AGENT_BASE_URL $AGENT_TOKEN" {baseUrl} >out`;
    const [url, key, ...same] = (await leftBy({ line, provider })).trim().split(' ');
    expect(url).toMatch(new RegExp(`${path}$`));
    expect([key, ...same]).toEqual(['token-1', url, 'token-1', url]);
  },
);

test('a program goes on by a command line of its own, and without one it cannot', async () => {
  const resume = 'printf %s {prompt} >>out';
  expect(await leftBy({ line: 'printf "first " >out', resume }, ['second ', 'third'])).toBe(
    'first second third',
  );
  expect(commandAgent(command({ resume: null }))).not.toHaveProperty('resume');
});

test('a program is told the settings that its command line names', async () => {
  const settings = { ...USUAL_SETTINGS, permissions: 'ask', effort: 'high', temperature: 0.5 } as const;
  expect(await leftBy({ line: 'echo {permissions} {effort} {temperature} >out' }, [], settings)).toBe(
    'ask high 0.5\n',
  );
});

test('a script is said with a single tool, which runs commands', () => {
  const script = Script.parse({
    arms: {
      baseline: [],
      'with-skill': [{ call: [{ tool: 'skill', input: { name: 'greeter' } }] }],
    },
  });
  const [turn] = scriptFor(script, commandAgent(command({ skills: '.mine/skills' }))).arms['with-skill'];
  expect(turn?.call).toEqual([
    { tool: 'bash', input: { command: 'cat /home/agent/.mine/skills/greeter/SKILL.md' } },
  ]);
});
